package io.parley.bench.contest;

import java.util.Locale;

/** Which way the content goes. */
public enum Exchange {
    /** There and back. */
    ECHO,
    /** There; a number comes back. */
    SEND,
    /** A number goes there; content that the server has ready comes back. */
    RECEIVE;

    /** As suites and operations are called. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The exchange of that word. */
    public static Exchange of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
