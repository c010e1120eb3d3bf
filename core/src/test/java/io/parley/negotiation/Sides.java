package io.parley.negotiation;

import io.parley.Limit;
import io.parley.Limits;
import java.time.Duration;
import java.util.List;

/** A client, a service and their offer and answer, as a starting point for tests. */
public final class Sides {
    static final ServiceAddress HTTP = ServiceAddress.of("http://billing.example/service");
    static final ServiceAddress HTTPS = ServiceAddress.of("https://billing.example/service");

    private Sides() {}

    static Capabilities.Builder client() {
        return Capabilities.builder()
                .representations("hhfr", "bnux")
                .channel(ChannelTerm.plain("stream"))
                .channel(ChannelTerm.plain("local"))
                .compressions(List.of("zstd", "none"))
                .reliabilities(List.of(Reliability.RESUME, Reliability.NONE))
                .limits(Limits.defaults().with(Limit.MESSAGE_BYTES, 1_000_000))
                .contextStores(List.of("http://store.example/", "http://spare.example/"))
                .headers(List.of("urn:parley:sha256:a", "urn:parley:sha256:b", "urn:parley:sha256:c"))
                .data(data("1"));
    }

    static Capabilities.Builder service() {
        return Capabilities.builder()
                .representations("bnux", "hhfr")
                .channel(ChannelTerm.plain("stream", HostPort.ownHost(7001), new HostPort("billing.example", 7002)))
                .compressions(List.of("none"))
                .reliabilities(List.of(Reliability.NONE))
                .limits(Limits.defaults().with(Limit.DEPTH, 50))
                .lifetime(Duration.ofMinutes(10))
                .contextStores(List.of("http://spare.example/"))
                .headers(List.of("urn:parley:sha256:c", "urn:parley:sha256:d", "urn:parley:sha256:a"))
                .data(data("2"));
    }

    /**
     * Returns three parts: two typed ones and one that is sent as infoset.
     *
     * @param layout text whose digest is the fingerprint of the second part's layout
     */
    static DataDescription data(String layout) {
        return DataDescription.of(List.of(
                new PartTerm("{urn:x}pay/in/0", Digest.of("pay").toString()),
                new PartTerm("{urn:x}pay/out/0", Digest.of(layout).toString()),
                new PartTerm("{urn:x}audit/in/0", "")));
    }

    public static Offer offer() {
        return reached(Negotiator.offer(HTTP, "{urn:x}Port", client().build(), "offer-1"));
    }

    /** Returns the service's answer to {@link #offer}, with a token. */
    public static Answer answer() {
        return reached(Negotiator.answer(offer(), service().build(), "answer-1"))
                .withToken(Token.of(new byte[32]));
    }

    static <T> T reached(Outcome<T> outcome) {
        return outcome.fold(value -> value, refusal -> {
            throw new AssertionError("refused: " + refusal);
        });
    }

    static Refusal refusal(Outcome<?> outcome) {
        return outcome.fold(
                value -> {
                    throw new AssertionError("not refused: " + value);
                },
                refusal -> refusal);
    }
}
