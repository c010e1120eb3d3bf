package io.parley.representation.hhfr;

import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.binding.Binary;
import io.parley.binding.ReceivedBinary;
import io.parley.layout.SimpleLayout;
import io.parley.representation.SentBinary;
import io.parley.representation.SideSink;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.io.InputStream;

/** Codec of base64Binary values (docs/reference/hhfr.md, "Binaries"), which are inline or on a side stream. */
final class BinaryCodec {
    private BinaryCodec() {}

    /** Writes a {@code byte[]} or a {@link Binary}. */
    static void write(SimpleLayout type, Object value, Sink sink, String path) {
        if (value instanceof byte[] bytes) {
            write(type, bytes, sink, path);
            return;
        }
        Binary binary = (Binary) value;
        if (type.fixedBytes() > 0) {
            write(type, SentBinary.whole(binary, type.fixedBytes(), sink, path), sink, path);
        } else {
            SentBinary.write(binary, sink, path, new Described(binary, sink));
        }
    }

    private static void write(SimpleLayout type, byte[] bytes, Sink sink, String path) {
        if (type.fixedBytes() > 0) {
            TextCodec.writeBytes(type, bytes, sink, path);
        } else {
            sink.writeVarint((long) bytes.length << 1);
            sink.writeBytes(bytes, 0, bytes.length);
        }
    }

    /** Form that writes a binary's description before its bytes, or before the number of its side stream. */
    private record Described(Binary binary, Sink sink) implements SentBinary.Form {
        @Override
        public void inline(byte[] content) {
            sink.writeVarint(1);
            describe();
            sink.writeVarint(content.length);
            sink.writeBytes(content, 0, content.length);
        }

        @Override
        public void beside(int number) {
            sink.writeVarint(((number + 1L) << 1) | 1);
            describe();
        }

        private void describe() {
            sink.writeString(SentBinary.printable(binary.contentType()));
            sink.writeString(SentBinary.printable(binary.name()));
        }
    }

    /** Reads a {@code byte[]}, or a {@link ReceivedBinary} if the sender described it. */
    static Object read(SimpleLayout type, Source source, String path) {
        if (type.fixedBytes() > 0) {
            return TextCodec.readBytes(type, source, path);
        }
        long head = source.readVarint();
        if ((head & 1) == 0) {
            return bytes(source.checkLength(head >>> 1, Limit.STRING_BYTES, path), source);
        }
        String contentType = description(source, path);
        String name = description(source, path);
        if (head == 1) {
            byte[] bytes = bytes(source.readLength(Limit.STRING_BYTES, path), source);
            return ReceivedBinary.of(bytes, contentType, name);
        }
        long number = (head >>> 1) - 1;
        int known = number > Integer.MAX_VALUE ? SideSink.INLINE : (int) number;
        InputStream beside = source.sides().take(known, source.at(path));
        return ReceivedBinary.of(beside, contentType, name, source.limits().get(Limit.STRING_BYTES));
    }

    private static byte[] bytes(int length, Source source) {
        byte[] bytes = new byte[length];
        source.readBytes(bytes, 0, length);
        return bytes;
    }

    private static String description(Source source, String path) {
        String text = source.readString(path);
        if (!SentBinary.isPrintable(text)) {
            throw ParleyException.malformed(
                    "a content type or name of at most " + SentBinary.MOST_CHARS
                            + " characters, none of them a control character",
                    "another",
                    source.at(path));
        }
        return text;
    }
}
