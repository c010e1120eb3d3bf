package io.parley.negotiation;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Failures that a session survives; a term of offer and answer. */
public enum Reliability {
    /** None: the loss of its connection ends the session. */
    NONE,
    /** The loss of a connection: the session is resumed on another one, without loss or duplicates. */
    RESUME,
    /** In addition, a crash of either side's process. */
    DURABLE;

    /** Channels whose connections can reach another process. */
    private static final Set<String> DURABLE_CHANNELS = Set.of("stream", "websocket", "jms");

    /** Returns the word in offers and answers. */
    public String term() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns whether a reliability is compatible with the other terms: durable sessions are stored as frames that must
     * be readable without earlier messages, and are resumed on connections that any process can accept.
     */
    static boolean goesWith(String reliability, String channel, String compression) {
        return !reliability.equals(DURABLE.term())
                || (DURABLE_CHANNELS.contains(channel) && CompressionTerm.isOfSingleMessages(compression));
    }

    /** Returns the constant for a word; empty if this version does not know it. */
    public static Optional<Reliability> of(String term) {
        for (Reliability reliability : values()) {
            if (reliability.term().equals(term)) {
                return Optional.of(reliability);
            }
        }
        return Optional.empty();
    }
}
