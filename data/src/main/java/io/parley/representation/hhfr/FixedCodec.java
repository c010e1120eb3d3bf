package io.parley.representation.hhfr;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.ParleyException;
import io.parley.binding.NumberList;
import io.parley.layout.Scalar;
import io.parley.layout.SimpleLayout;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.RandomAccess;

/** Codec of values of fixed size, single ones and runs without gaps. */
final class FixedCodec {
    /** Number of boxed numbers that are unboxed at a time; they fit into the processor's first-level cache. */
    private static final int BLOCK_ITEMS = 128;

    private FixedCodec() {}

    static void write(SimpleLayout type, Object value, Sink sink, String path) {
        put(type, bits(type.scalar(), value, path), sink);
    }

    /** Writes a primitive value, given as bits. */
    static void writeBits(SimpleLayout type, long bits, Sink sink, String path) {
        put(type, checked(type.scalar(), bits, path), sink);
    }

    private static void put(SimpleLayout type, long bits, Sink sink) {
        int size = type.scalar().fixedBytes();
        put(sink.room(size), size, ordered(type, bits));
    }

    /** Writes all items, each time as many as fit into a chunk. */
    static void writeAll(SimpleLayout type, List<?> items, Sink sink, String path) {
        sink.expect((long) items.size() * type.scalar().fixedBytes());
        if (items instanceof NumberList numbers && numbers.isPackedAs(type.scalar())) {
            sink.writeFrom((long) numbers.size() * type.scalar().fixedBytes(), new NumberRun(type, numbers));
            return;
        }
        NumberList block = items instanceof RandomAccess
                ? NumberList.ofZeros(type.scalar(), Math.min(items.size(), BLOCK_ITEMS))
                : null;
        if (block == null) {
            writeEach(type, items, sink, path);
        } else {
            writeInBlocks(type, items, block, sink);
        }
    }

    /**
     * Writes items by index. An iterator would have to load each object from the heap before it could advance to the
     * next.
     */
    @HotPath
    private static void writeInBlocks(SimpleLayout type, List<?> items, NumberList block, Sink sink) {
        int count = items.size();
        int at = 0;
        while (at < count) {
            int step = Math.min(count - at, block.size());
            block.take(items, at, step);
            writeBlock(type, block, step, sink);
            at += step;
        }
    }

    @HotPath
    private static void writeBlock(SimpleLayout type, NumberList numbers, int count, Sink sink) {
        int size = type.scalar().fixedBytes();
        int at = 0;
        while (at < count) {
            ByteBuf out = sink.room(size);
            int step = Math.min(count - at, out.maxWritableBytes() / size);
            int bytes = step * size;
            out.ensureWritable(bytes);
            numbers.write(at, step, out.nioBuffer(out.writerIndex(), bytes).order(type.order()));
            out.writerIndex(out.writerIndex() + bytes);
            at += step;
        }
    }

    @HotPath
    private static void writeEach(SimpleLayout type, List<?> items, Sink sink, String path) {
        Scalar scalar = type.scalar();
        int size = scalar.fixedBytes();
        Iterator<?> next = items.iterator();
        int remaining = items.size();
        while (remaining > 0) {
            ByteBuf out = sink.room(size);
            int step = Math.min(remaining, out.maxWritableBytes() / size);
            out.ensureWritable(step * size);
            for (int i = 0; i < step; i++) {
                put(out, size, ordered(type, bits(scalar, next.next(), path)));
            }
            remaining -= step;
        }
    }

    static Object read(SimpleLayout type, Source source, String path) {
        return value(type.scalar(), wireBits(type, source), source, path);
    }

    /** Reads a primitive value as bits. */
    static long readBits(SimpleLayout type, Source source, String path) {
        long bits = wireBits(type, source);
        return switch (type.scalar()) {
            case BOOLEAN -> bool(bits, source, path) ? 1 : 0;
            case UNSIGNED_BYTE -> bits & 0xFF;
            case UNSIGNED_SHORT -> bits & 0xFFFF;
            case UNSIGNED_INT -> bits & 0xFFFF_FFFFL;
            default -> bits;
        };
    }

    private static long wireBits(SimpleLayout type, Source source) {
        long bits = switch (type.scalar().fixedBytes()) {
            case 1 -> source.readByte();
            case 2 -> source.readShort();
            case 4 -> source.readInt();
            default -> source.readLong();
        };
        return ordered(type, bits);
    }

    /** Reads the given number of items, whose bytes are known to be declared. */
    static List<Object> readAll(SimpleLayout type, int count, Source source, String path) {
        NumberList numbers = NumberList.ofZeros(type.scalar(), count);
        if (numbers != null) {
            source.readTo((long) count * type.scalar().fixedBytes(), new NumberPieces(type, numbers));
            return numbers;
        }
        List<Object> items = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            items.add(read(type, source, path));
        }
        return items;
    }

    private static void put(ByteBuf out, int size, long bits) {
        switch (size) {
            case 1 -> out.writeByte((int) bits);
            case 2 -> out.writeShortLE((int) bits);
            case 4 -> out.writeIntLE((int) bits);
            default -> out.writeLongLE(bits);
        }
    }

    /** Returns the bits in the order that the sink's little-endian methods need. */
    private static long ordered(SimpleLayout type, long bits) {
        if (type.order() == ByteOrder.LITTLE_ENDIAN) {
            return bits;
        }
        return switch (type.scalar().fixedBytes()) {
            case 1 -> bits;
            case 2 -> Short.reverseBytes((short) bits);
            case 4 -> Integer.reverseBytes((int) bits);
            default -> Long.reverseBytes(bits);
        };
    }

    private static long bits(Scalar scalar, Object value, String path) {
        return switch (scalar) {
            case BOOLEAN -> (Boolean) value ? 1 : 0;
            case FLOAT -> Float.floatToRawIntBits((Float) value);
            case DOUBLE -> Double.doubleToRawLongBits((Double) value);
            default -> checked(scalar, ((Number) value).longValue(), path);
        };
    }

    private static long checked(Scalar scalar, long bits, String path) {
        return switch (scalar) {
            case UNSIGNED_BYTE -> unsigned(bits, 0xFF, path);
            case UNSIGNED_SHORT -> unsigned(bits, 0xFFFF, path);
            case UNSIGNED_INT -> unsigned(bits, 0xFFFF_FFFFL, path);
            default -> bits;
        };
    }

    private static long unsigned(long number, long max, String path) {
        if (number < 0 || number > max) {
            throw new ParleyException(
                    ErrorCode.ENCODING, path + ": expected a number from 0 to " + max + ", found one outside");
        }
        return number;
    }

    private static Object value(Scalar scalar, long bits, Source source, String path) {
        return switch (scalar) {
            case BOOLEAN -> bool(bits, source, path);
            case BYTE -> (byte) bits;
            case SHORT -> (short) bits;
            case INT -> (int) bits;
            case LONG -> bits;
            case UNSIGNED_BYTE -> (short) (bits & 0xFF);
            case UNSIGNED_SHORT -> (int) (bits & 0xFFFF);
            case UNSIGNED_INT -> bits & 0xFFFF_FFFFL;
            case FLOAT -> Float.intBitsToFloat((int) bits);
            case DOUBLE -> Double.longBitsToDouble(bits);
            default -> throw new IllegalStateException(scalar + " has no fixed size");
        };
    }

    static boolean bool(long bits, Source source, String path) {
        if ((bits & 0xFE) != 0) {
            throw ParleyException.malformed("0 or 1", Long.toString(bits & 0xFF), source.at(path));
        }
        return bits != 0;
    }
}
