package io.parley.negotiation;

import java.util.ArrayList;
import java.util.List;

/** Names and rules of the term compression; other names than these are allowed too. */
public final class CompressionTerm {
    /** Content goes as it is. */
    public static final String NONE = "none";
    /** Calls go as differences from earlier ones (docs/protocol/framing.md, 5.2). */
    public static final String DELTA = "delta";
    /**
     * Greatest number of bytes by which a compression may make a message longer than its content, including its head.
     */
    private static final int MOST_HEAD_BYTES = 128;

    private CompressionTerm() {}

    /**
     * Returns these names, best first, and last none: a compression that the other side lacks is no reason to stay on
     * SOAP.
     */
    public static List<String> orNone(List<String> names) {
        List<String> offered = new ArrayList<>(names);
        offered.remove(NONE);
        offered.add(NONE);
        return offered.stream().distinct().toList();
    }

    /** The longest message that may travel, if its content may have so many bytes. */
    public static long mostBytes(String compression, long content) {
        return compression.equals(NONE) ? content : content + MOST_HEAD_BYTES;
    }

    /**
     * Returns whether a compression goes with the other terms: differences are made of {@code hhfr}, on the stream
     * alone.
     */
    static boolean goesWith(String compression, String representation, String channel) {
        return !compression.equals(DELTA) || (representation.equals("hhfr") && channel.equals("stream"));
    }

    /** Returns whether a compressed message can be read without any other. */
    static boolean isOfSingleMessages(String compression) {
        return !compression.equals(DELTA);
    }
}
