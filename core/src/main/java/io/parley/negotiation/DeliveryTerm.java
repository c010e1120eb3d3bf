package io.parley.negotiation;

import java.util.Locale;
import java.util.Optional;

/**
 * Delivery of an operation's one-way messages; a term of offer and answer (docs/protocol/negotiation.md, section 13.2).
 */
public enum DeliveryTerm {
    /** Every message is delivered, in order, or its sender is informed. */
    ASSURED,
    /** A message is sent in a datagram, if it fits, and may be lost. */
    EXPENDABLE,
    /** Like {@link #EXPENDABLE}; in addition, messages older than the newest received one are dropped. */
    LATEST;

    /** Returns the word in offers and answers. */
    public String term() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether messages may be lost. */
    public boolean mayBeLost() {
        return this != ASSURED;
    }

    /** Returns the constant for a word; empty if this version does not know it. */
    public static Optional<DeliveryTerm> of(String term) {
        for (DeliveryTerm delivery : values()) {
            if (delivery.term().equals(term)) {
                return Optional.of(delivery);
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the agreed delivery of two sides: loss if both allow it, and latest-only if one of them needs no more.
     */
    DeliveryTerm with(DeliveryTerm other) {
        if (!mayBeLost() || !other.mayBeLost()) {
            return ASSURED;
        }
        return this == LATEST ? LATEST : other;
    }

    /** Returns whether loss is compatible with the other terms: only QUIC has datagrams, and they are not stored. */
    static boolean lossGoesWith(String channel, String reliability) {
        return channel.equals("quic") && !reliability.equals(Reliability.DURABLE.term());
    }
}
