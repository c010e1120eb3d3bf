package io.parley.negotiation;

import java.util.Locale;
import java.util.Optional;

/** Protection of a channel; a term of offer and answer. */
public enum ChannelSecurity {
    /** No protection: only where the SOAP calls themselves went in the clear. */
    NONE,
    /** TLS, with the same demands on the peer's identity as the service's https address. */
    TLS;

    /** The word in offers and answers. */
    public String term() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The constant for a word, or empty if this version does not know it. */
    public static Optional<ChannelSecurity> of(String term) {
        for (ChannelSecurity security : values()) {
            if (security.term().equals(term)) {
                return Optional.of(security);
            }
        }
        return Optional.empty();
    }
}
