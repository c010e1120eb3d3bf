package io.parley.bench.contest;

import java.util.Locale;

/** The direction of the content. */
public enum Exchange {
    /** Content in both directions. */
    ECHO,
    /** Content in the request, a number in the response. */
    SEND,
    /** A number in the request, prepared content in the response. */
    RECEIVE;

    /** Returns the name of suites and operations. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the exchange with the given name. */
    public static Exchange of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
