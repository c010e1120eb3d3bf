package io.parley.bench.contest;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.bench.data.Beans.Blob;
import io.parley.bench.data.Beans.Doubles;
import io.parley.bench.data.Beans.Ints;
import io.parley.bench.data.Beans.Strings;
import io.parley.bench.data.Kind;
import io.parley.bench.data.Workload;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Frames of the baselines: a length of four bytes, then the content in the minimum number of bytes. */
final class Frames {
    static final int HEADER_BYTES = 4;
    /** The frame content that represents a number of items. */
    static final byte[] NUMBER = {0, 0, 0, 1};
    /** The frame content of a call without content. */
    static final byte[] NOTHING = {};

    private Frames() {}

    /** Returns a frame in direct memory, which the caller releases. */
    static ByteBuf of(byte[] content) {
        return Unpooled.directBuffer(HEADER_BYTES + content.length)
                .writeInt(content.length)
                .writeBytes(content);
    }

    /** Returns the bytes of a workload; those of a record are its protobuf encoding. */
    static byte[] content(Workload workload) {
        Object object = workload.object();
        return switch (workload.kind()) {
            case F64 -> {
                double[] values = ((Doubles) object).value;
                byte[] bytes = new byte[values.length * Double.BYTES];
                littleEndian(bytes).asDoubleBuffer().put(values);
                yield bytes;
            }
            case I32 -> {
                int[] values = ((Ints) object).value;
                byte[] bytes = new byte[values.length * Integer.BYTES];
                littleEndian(bytes).asIntBuffer().put(values);
                yield bytes;
            }
            case STR -> (String.join("\0", ((Strings) object).value) + "\0").getBytes(StandardCharsets.UTF_8);
            case BLOB -> ((Blob) object).value;
            case LIST -> content(new Workload(workload.name(), Kind.F64, workload.count()));
            case VOID -> NOTHING;
            case SIMPLE, MEDIUM, COMPLEX -> Messages.of(workload).toByteArray();
        };
    }

    private static ByteBuffer littleEndian(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
