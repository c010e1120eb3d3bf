package io.parley.negotiation;

import java.util.ArrayList;
import java.util.List;

/** Names and rules of the compression term; other names are allowed too. */
public final class CompressionTerm {
    /** Name for uncompressed content. */
    public static final String NONE = "none";
    /** Name for content as differences from earlier calls (docs/protocol/framing.md, section 5.2). */
    public static final String DELTA = "delta";
    /** Maximum number of bytes that a compression adds to a message, including its head. */
    private static final int MOST_HEAD_BYTES = 128;

    private CompressionTerm() {}

    /**
     * Returns these names, best first, with {@code none} last, so that an unsupported compression does not prevent an
     * agreement.
     */
    public static List<String> orNone(List<String> names) {
        List<String> offered = new ArrayList<>(names);
        offered.remove(NONE);
        offered.add(NONE);
        return offered.stream().distinct().toList();
    }

    /**
     * Returns the maximum length of a message on the wire.
     *
     * @param content maximum length of its content
     */
    public static long mostBytes(String compression, long content) {
        return compression.equals(NONE) ? content : content + MOST_HEAD_BYTES;
    }

    /**
     * Returns whether a compression is compatible with the other terms: {@code delta} requires {@code hhfr} on the
     * stream channel.
     */
    static boolean goesWith(String compression, String representation, String channel) {
        return !compression.equals(DELTA) || (representation.equals("hhfr") && channel.equals("stream"));
    }

    /** Returns whether a compressed message can be read without any other message. */
    static boolean isOfSingleMessages(String compression) {
        return !compression.equals(DELTA);
    }
}
