package io.parley.negotiation;

import java.util.Locale;
import java.util.Optional;

/** Whether messages of an operation without an answer may be lost; a term of offer and answer (docs/protocol/negotiation.md, 13.2). */
public enum DeliveryTerm {
    /** Each message arrives, in order, or its sender hears of it. */
    ASSURED,
    /** A message travels in a datagram, if it fits one, and may be lost. */
    EXPENDABLE,
    /** Likewise, and what is older than the newest that came is dropped. */
    LATEST;

    /** Returns the word in offers and answers. */
    public String term() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether messages may be lost. */
    public boolean mayBeLost() {
        return this != ASSURED;
    }

    /** Returns the constant for a word, or empty if this version does not know it. */
    public static Optional<DeliveryTerm> of(String term) {
        for (DeliveryTerm delivery : values()) {
            if (delivery.term().equals(term)) {
                return Optional.of(delivery);
            }
        }
        return Optional.empty();
    }

    /**
     * Returns what two sides agree on: loss where both allow it, and the latest alone where one of them needs no other.
     */
    DeliveryTerm with(DeliveryTerm other) {
        if (!mayBeLost() || !other.mayBeLost()) {
            return ASSURED;
        }
        return this == LATEST ? LATEST : other;
    }

    /** Returns whether messages that may be lost go with the other terms: datagrams are QUIC's, and nothing of them is stored. */
    static boolean lossGoesWith(String channel, String reliability) {
        return channel.equals("quic") && !reliability.equals(Reliability.DURABLE.term());
    }
}
