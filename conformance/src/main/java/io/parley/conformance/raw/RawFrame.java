package io.parley.conformance.raw;

import java.util.Arrays;

/**
 * A frame of docs/protocol/framing.md, section 3.
 *
 * @param type number of its type
 * @param flags as in the header
 * @param sequence its number in its direction; 0 for types of connection scope
 * @param stream the stream id, or 0
 * @param payload without its checksum
 */
@SuppressWarnings("ArrayRecordComponent") // bytes of the wire, never compared as parts of a record
public record RawFrame(int type, int flags, long sequence, int stream, byte[] payload) {
    /** Bytes of the header. */
    public static final int HEADER = 20;

    private static final int CHECKED = 16;
    private static final int CHECKSUM = 4;
    private static final int SEQUENCE_BYTES = 6;

    public RawFrame {
        payload = payload.clone();
    }

    @Override
    public byte[] payload() {
        return payload.clone();
    }

    /**
     * Returns the bytes of the frame.
     *
     * @param checksum whether this side's preamble declares PAYLOAD_CHECKSUM
     */
    public byte[] encode(boolean checksum) {
        boolean ends = checksum && payload.length > 0;
        byte[] header = new ByteOutput()
                .number(HEADER + payload.length + (ends ? CHECKSUM : 0), 4)
                .number(type, 1)
                .number(flags, 1)
                .number(sequence, SEQUENCE_BYTES)
                .number(stream, 4)
                .toBytes();
        ByteOutput out = new ByteOutput()
                .bytes(header)
                .number(Crc32c.of(header, 0, CHECKED), 4)
                .bytes(payload);
        return ends ? out.number(Crc32c.of(payload, 0, payload.length), 4).toBytes() : out.toBytes();
    }

    /** Decodes a complete frame and verifies its length and checksums. */
    public static RawFrame decode(byte[] whole, boolean checksum) {
        ByteInput in = new ByteInput(whole);
        long length = in.number(4);
        int type = (int) in.number(1);
        int flags = (int) in.number(1);
        long sequence = in.number(SEQUENCE_BYTES);
        int stream = (int) in.number(4);
        int sum = (int) in.number(4);
        if (length != whole.length || sum != Crc32c.of(whole, 0, CHECKED)) {
            throw new WireError("expected a header that holds, found length " + length + " on " + whole.length
                    + " bytes, or another checksum");
        }
        byte[] rest = in.rest();
        if (checksum && rest.length > 0) {
            int end = rest.length - CHECKSUM;
            if (end < 1 || Crc32c.of(rest, 0, end) != (int) new ByteInput(whole(rest, end)).number(CHECKSUM)) {
                throw new WireError("expected a payload with its checksum, found another");
            }
            rest = Arrays.copyOf(rest, end);
        }
        return new RawFrame(type, flags, sequence, stream, rest);
    }

    private static byte[] whole(byte[] bytes, int from) {
        return Arrays.copyOfRange(bytes, from, bytes.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RawFrame frame && Arrays.equals(encode(false), frame.encode(false));
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(encode(false));
    }

    @Override
    public String toString() {
        return "frame of type " + type + ", stream " + stream + ", " + payload.length + " bytes";
    }
}
