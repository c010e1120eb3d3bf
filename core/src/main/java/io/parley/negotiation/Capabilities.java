package io.parley.negotiation;

import io.parley.Durations;
import io.parley.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Capabilities and preferences of one side, each list in its order of preference. Immutable.
 *
 * @param representations names
 * @param operations those with representations of their own; at most 256
 * @param channels channels that this side can connect by, or be connected to by
 * @param withheld channels that this side has but does not give here, each with the reason
 * @param compressions names, {@code none} among them if content may go uncompressed
 * @param reliabilities failures that sessions can survive
 * @param limits this side's own
 * @param lifetime the longest an agreement shall hold
 * @param contextStores addresses of stores that this side can use
 * @param headers context URIs of header blocks that this side has: a client offers them, a service answers with those
 *     of them that were offered
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

    /** The representations for an operation, best first. */
    List<String> representations(String operation) {
        return OperationTerm.representations(operations, operation, representations);
    }

    /**
     * Returns a builder of capabilities without compression and resume, with default limits, a lifetime of an hour, no
     * store and no parts.
     */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects what a side can do. Not thread-safe. */
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

        /** Adds representations behind those already there. */
        public Builder representations(String... names) {
            representations.addAll(List.of(names));
            return this;
        }

        /** Operations with representations of their own; those beyond 256 have what all have. */
        public Builder operations(List<OperationTerm> own) {
            operations = own.stream().limit(Terms.MAX_OPERATIONS).toList();
            return this;
        }

        /** Adds a channel behind those already there. */
        public Builder channel(ChannelTerm channel) {
            channels.add(channel);
            return this;
        }

        /** Names a channel that is not given, and why; an offer of nothing else is refused with that reason. */
        public Builder withhold(String channel, FallbackReason why) {
            withheld.put(channel, why);
            return this;
        }

        /**
         * Sets the names of compressions, best first, {@code none} among them if content may go uncompressed. Default:
         * {@code none} alone.
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
         * Sets this side's own limits; for those that are agreed the smaller side's value holds. Default: {@link
         * Limits#defaults()}.
         */
        public Builder limits(Limits value) {
            limits = value;
            return this;
        }

        /**
         * Sets the longest time that an agreement shall hold; the shorter side's holds, in whole seconds. Default: an
         * hour.
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

        /** At most 16 of them are offered. */
        public Builder headers(List<String> contexts) {
            headers = contexts;
            return this;
        }

        /**
         * Sets the description of this side's parts, by which both find out which can travel typed. Default: no parts.
         */
        public Builder data(DataDescription value) {
            data = value;
            return this;
        }

        /** Returns what was collected so far; the builder may go on. */
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
