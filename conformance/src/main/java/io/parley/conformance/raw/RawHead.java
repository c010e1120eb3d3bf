package io.parley.conformance.raw;

import java.util.ArrayList;
import java.util.List;

/**
 * The head of a message (docs/protocol/framing.md, section 5.5), without attachments.
 *
 * @param version 1 for SOAP 1.1, 2 for 1.2
 * @param representation index of the envelope's representation among the agreed ones; 0 for the default
 * @param headers names and values
 * @param kept numbers of the static headers that were stored since the last message
 */
public record RawHead(
        int version, int status, int representation, String action, List<String[]> headers, List<Integer> kept) {
    private static final int KEPT = 0x10;
    private static final int CHOSEN = 0x20;
    private static final int ATTACHED = 0x40;
    private static final int VERSION = 0x0F;

    public RawHead {
        headers = List.copyOf(headers);
        kept = List.copyOf(kept);
    }

    /** Returns the head of a request without headers. */
    public static RawHead request(int version, String action) {
        return new RawHead(version, 0, 0, action, List.of(), List.of());
    }

    /** Writes the head. */
    public void write(ByteOutput out) {
        out.number(version | (kept.isEmpty() ? 0 : KEPT) | (representation == 0 ? 0 : CHOSEN), 1)
                .varint(status);
        if (representation != 0) {
            out.varint(representation);
        }
        out.string(action).varint(headers.size());
        headers.forEach(header -> out.string(header[0]).string(header[1]));
        if (!kept.isEmpty()) {
            out.varint(kept.size());
            kept.forEach(out::varint);
        }
    }

    /** Reads a head. */
    public static RawHead read(ByteInput in) {
        int first = (int) in.number(1);
        if ((first & ATTACHED) != 0 || (first & VERSION) < 1 || (first & VERSION) > 2) {
            throw new WireError("expected a head without attachments, found one that begins with " + first);
        }
        int status = (int) in.varint();
        int representation = (first & CHOSEN) == 0 ? 0 : (int) in.varint();
        String action = in.string();
        List<String[]> headers = new ArrayList<>();
        for (long remaining = in.varint(); remaining > 0; remaining--) {
            headers.add(new String[] {in.string(), in.string()});
        }
        List<Integer> kept = new ArrayList<>();
        if ((first & KEPT) != 0) {
            for (long remaining = in.varint(); remaining > 0; remaining--) {
                kept.add((int) in.varint());
            }
        }
        return new RawHead(first & VERSION, status, representation, action, headers, kept);
    }
}
