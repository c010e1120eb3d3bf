package io.parley.negotiation;

import java.util.Locale;
import java.util.Optional;

/** Protection of a channel; a term of offer and answer. */
public enum ChannelSecurity {
    /** No protection; possible only if the SOAP calls themselves are unprotected. */
    NONE,
    /** TLS, with the same requirements on the peer's identity as the service's https address. */
    TLS;

    /** Returns the word in offers and answers. */
    public String term() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the constant for a word; empty if this version does not know it. */
    public static Optional<ChannelSecurity> of(String term) {
        for (ChannelSecurity security : values()) {
            if (security.term().equals(term)) {
                return Optional.of(security);
            }
        }
        return Optional.empty();
    }
}
