package io.parley.conformance.quic;

import io.parley.conformance.raw.ByteInput;
import io.parley.conformance.raw.ByteOutput;

/** Variable-length integers, whose first two bits encode their length (RFC 9000, section 16). Stateless. */
final class QuicBytes {
    private static final int ONE = 1 << 6;
    private static final int TWO = 1 << 14;
    private static final int FOUR = 1 << 30;

    private QuicBytes() {}

    static ByteOutput number(ByteOutput to, long value) {
        if (value < ONE) {
            return to.number(value, 1);
        }
        if (value < TWO) {
            return to.number(value | 0x4000, 2);
        }
        return value < FOUR ? to.number(value | 0x80000000L, 4) : to.number(value | 0xc000000000000000L, 8);
    }

    static long number(ByteInput from) {
        long first = from.number(1);
        int more = (1 << (first >>> 6)) - 1;
        long value = first & 0x3f;
        return more == 0 ? value : (value << (Byte.SIZE * more)) | from.number(more);
    }

    /** Reads bytes with their length. */
    static byte[] counted(ByteInput from) {
        return from.bytes(Math.toIntExact(Math.min(number(from), Integer.MAX_VALUE)));
    }
}
