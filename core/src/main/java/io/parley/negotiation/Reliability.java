package io.parley.negotiation;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Failures that a session survives; a term of offer and answer. */
public enum Reliability {
    /** A lost connection ends the session. */
    NONE,
    /** A session goes on after a reconnect, without loss or duplicates. */
    RESUME,
    /** A session goes on after a crash of either side as well. */
    DURABLE;

    /** Channels whose connections another process can be reached by. */
    private static final Set<String> DURABLE_CHANNELS = Set.of("stream", "websocket");

    /** The word in offers and answers. */
    public String term() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns whether a reliability goes with the other terms: durable sessions are stored as frames, without
     * the earlier messages that they may be differences from, and go on over connections that any process can take.
     */
    static boolean goesWith(String reliability, String channel, String compression) {
        return !reliability.equals(DURABLE.term())
                || (DURABLE_CHANNELS.contains(channel) && CompressionTerm.isOfSingleMessages(compression));
    }

    /** The constant for a word, or empty if this version does not know it. */
    public static Optional<Reliability> of(String term) {
        for (Reliability reliability : values()) {
            if (reliability.term().equals(term)) {
                return Optional.of(reliability);
            }
        }
        return Optional.empty();
    }
}
