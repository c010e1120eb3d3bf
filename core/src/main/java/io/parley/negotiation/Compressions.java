package io.parley.negotiation;

import java.util.List;

/** The names of the term compression. */
public final class Compressions {
    /** Content goes as it is. */
    public static final String NONE = "none";
    /** Calls go as differences from earlier ones (docs/protocol.md, 5.2). */
    public static final String DELTA = "delta";

    private Compressions() {}

    /** Differences where they were switched on, and nothing. */
    public static List<String> offered(boolean differences) {
        return differences ? List.of(DELTA, NONE) : List.of(NONE);
    }

    /** Whether a compression goes with the other terms: differences are made of {@code hhfr}, on the stream alone. */
    static boolean goesWith(String compression, String representation, String channel) {
        return !compression.equals(DELTA) || (representation.equals("hhfr") && channel.equals("stream"));
    }
}
