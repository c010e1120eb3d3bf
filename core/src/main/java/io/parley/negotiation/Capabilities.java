package io.parley.negotiation;

import io.parley.Durations;
import io.parley.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Capabilities and preferences of one side; each list is in order of preference. Immutable.
 *
 * @param representations names
 * @param operations those with representations of their own; at most 256
 * @param channels channels that this side can connect by, or be connected to by
 * @param withheld channels that this side has but does not provide here, with the reason
 * @param compressions names, including {@code none} if content may be uncompressed
 * @param reliabilities failures that sessions can survive
 * @param limits this side's own
 * @param lifetime maximum lifetime of an agreement
 * @param contextStores addresses of stores that this side can use
 * @param headers context URIs of header blocks that this side has: a client offers them, a service answers with those
 *     that it has too
 * @param data this side's parts
 */
public record Capabilities(
        List<String> representations,
        List<OperationTerm> operations,
        List<ChannelTerm> channels,
        Map<String, FallbackReason> withheld,
        List<String> compressions,
        List<Reliability> reliabilities,
        Limits limits,
        Duration lifetime,
        List<String> contextStores,
        List<String> headers,
        DataDescription data) {
    public Capabilities {
        representations = List.copyOf(representations);
        operations = List.copyOf(operations);
        channels = List.copyOf(channels);
        withheld = Map.copyOf(withheld);
        compressions = List.copyOf(compressions);
        reliabilities = List.copyOf(reliabilities);
        contextStores = List.copyOf(contextStores);
        headers = List.copyOf(headers);
    }

    /** Returns the representations of an operation, best first. */
    List<String> representations(String operation) {
        return OperationTerm.representations(operations, operation, representations);
    }

    /**
     * Returns a builder of capabilities without compression and resumption, with default limits, a lifetime of one
     * hour, no store and no parts.
     */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of capabilities. Not thread-safe. */
    public static final class Builder {
        private final List<String> representations = new ArrayList<>();
        private List<OperationTerm> operations = List.of();
        private final List<ChannelTerm> channels = new ArrayList<>();
        private final Map<String, FallbackReason> withheld = new LinkedHashMap<>();
        private List<String> compressions = List.of(CompressionTerm.NONE);
        private List<Reliability> reliabilities = List.of(Reliability.NONE);
        private Limits limits = Limits.defaults();
        private Duration lifetime = Duration.ofHours(1);
        private List<String> contextStores = List.of();
        private List<String> headers = List.of();
        private DataDescription data = DataDescription.none();

        private Builder() {}

        /** Appends representations. */
        public Builder representations(String... names) {
            representations.addAll(List.of(names));
            return this;
        }

        /**
         * Sets the operations with representations of their own. Those beyond 256, and those whose name has blanks or
         * is too long for an offer, are dropped and use the common ones.
         */
        public Builder operations(List<OperationTerm> own) {
            operations = own.stream()
                    .filter(each -> Terms.isText(each.operation()))
                    .limit(Terms.MAX_OPERATIONS)
                    .toList();
            return this;
        }

        /** Appends a channel. */
        public Builder channel(ChannelTerm channel) {
            channels.add(channel);
            return this;
        }

        /** Withholds a channel; an offer of nothing else is refused with the given reason. */
        public Builder withhold(String channel, FallbackReason why) {
            withheld.put(channel, why);
            return this;
        }

        /**
         * Sets the names of compressions, best first, including {@code none} if content may be uncompressed. Default:
         * {@code none} only.
         */
        public Builder compressions(List<String> names) {
            compressions = names;
            return this;
        }

        /** Sets the failures that sessions can survive, best first. Default: none. */
        public Builder reliabilities(List<Reliability> kinds) {
            reliabilities = kinds;
            return this;
        }

        /**
         * Sets this side's own limits; for negotiated limits the smaller value of the two sides applies. Default:
         * {@link Limits#defaults()}.
         */
        public Builder limits(Limits value) {
            limits = value;
            return this;
        }

        /**
         * Sets the maximum lifetime of an agreement; the shorter one of the two sides applies, in whole seconds.
         * Default: one hour.
         */
        public Builder lifetime(Duration value) {
            lifetime = Durations.bounded(value);
            return this;
        }

        /** Sets the addresses of stores that this side can use, best first. Default: none. */
        public Builder contextStores(List<String> addresses) {
            contextStores = addresses;
            return this;
        }

        /** Sets the context URIs of header blocks; at most 16 of them are offered. */
        public Builder headers(List<String> contexts) {
            headers = contexts;
            return this;
        }

        /**
         * Sets the description of this side's parts, from which both sides derive which can be typed. Default: no
         * parts.
         */
        public Builder data(DataDescription value) {
            data = value;
            return this;
        }

        /** Returns the capabilities; the builder may be used further. */
        public Capabilities build() {
            return new Capabilities(
                    representations,
                    operations,
                    channels,
                    withheld,
                    compressions,
                    reliabilities,
                    limits,
                    lifetime,
                    contextStores,
                    headers,
                    data);
        }
    }
}
