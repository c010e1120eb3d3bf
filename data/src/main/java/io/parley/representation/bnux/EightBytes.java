package io.parley.representation.bnux;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Access to eight bytes of an array as one number, the first byte lowest, so that all of them are tested at once. */
final class EightBytes {
    /** Mask of the bits that no ASCII character has. */
    static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private static final VarHandle VIEW = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private EightBytes() {}

    /** Returns the eight bytes from that index on, which must exist. */
    static long at(byte[] bytes, int index) {
        return (long) VIEW.get(bytes, index);
    }
}
