package io.parley.representation.hhfr;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.binding.Binary;
import io.parley.binding.ReceivedBinary;
import io.parley.layout.SimpleLayout;
import io.parley.representation.LookedInto;
import io.parley.representation.Reread;
import io.parley.representation.SideContent;
import io.parley.representation.SideSink;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.io.IOException;
import java.io.InputStream;

/** Values of base64Binary (docs/reference/hhfr.md, "Binaries"): in the message, or on a side stream beside it. */
final class BinaryCodec {
    /** Content that is not longer stands in the message: a stream of its own would cost more than it saves. */
    static final int INLINE_BYTES = 4096;

    /** The most that a content type or a name may have. */
    private static final int MOST_CHARS = 1024;

    private BinaryCodec() {}

    /** A {@code byte[]} or a {@link Binary}. */
    static void write(SimpleLayout type, Object value, Sink sink, String path) {
        if (value instanceof byte[] bytes) {
            write(type, bytes, sink, path);
            return;
        }
        Binary binary = (Binary) value;
        try {
            if (type.fixedBytes() > 0) {
                writeFixed(type, binary, sink, path);
            } else if (!binary.isReadOnce()) {
                writeLookedInto(binary, sink, path);
            } else {
                writeUntouched(binary, sink, path);
            }
        } catch (IOException e) {
            sink.sides().note(new Unreadable(path));
            throw new ParleyException(ErrorCode.ENCODING, path + ": expected to read the binary, found an error", e);
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

    private static void writeFixed(SimpleLayout type, Binary binary, Sink sink, String path) throws IOException {
        InputStream in = binary.open();
        byte[] bytes = whole(in, type.fixedBytes(), path);
        sink.sides().note(new LookedInto(binary::open, in, bytes, path));
        write(type, bytes, sink, path);
    }

    private static void writeUntouched(Binary binary, Sink sink, String path) throws IOException {
        Untouched content = new Untouched(binary, path);
        sink.sides().note(content);
        if (!writeBeside(binary, content, sink)) {
            InputStream in = content.open();
            writeDescribed(binary, whole(in, sink.sides().mostInline(), path), sink);
        }
    }

    /** Reads the beginning, once, to know what to do with the rest: nobody says truthfully how long it is. */
    private static void writeLookedInto(Binary binary, Sink sink, String path) throws IOException {
        InputStream in = binary.open();
        boolean handedOn = false;
        try {
            byte[] beginning = in.readNBytes(INLINE_BYTES + 1);
            LookedInto content = new LookedInto(binary::open, in, beginning, path);
            sink.sides().note(content);
            if (beginning.length <= INLINE_BYTES) {
                writeDescribed(binary, beginning, sink);
                return;
            }
            handedOn = writeBeside(binary, content, sink);
            if (!handedOn) {
                writeDescribed(binary, whole(content.open(), sink.sides().mostInline(), path), sink);
            }
        } finally {
            if (!handedOn) {
                in.close();
            }
        }
    }

    private static void writeDescribed(Binary binary, byte[] bytes, Sink sink) {
        sink.writeVarint(1);
        describe(binary, sink);
        sink.writeVarint(bytes.length);
        sink.writeBytes(bytes, 0, bytes.length);
    }

    /** False if there is no room for one more side stream. */
    private static boolean writeBeside(Binary binary, SideContent content, Sink sink) {
        int number = sink.sides().add(content);
        if (number == SideSink.INLINE) {
            return false;
        }
        sink.writeVarint(((number + 1L) << 1) | 1);
        describe(binary, sink);
        return true;
    }

    private static void describe(Binary binary, Sink sink) {
        sink.writeString(printable(binary.contentType()));
        sink.writeString(printable(binary.name()));
    }

    /** What ends up in headers sooner or later must not be able to end one. */
    private static String printable(String text) {
        String cut = text.length() > MOST_CHARS ? text.substring(0, MOST_CHARS) : text;
        StringBuilder out = new StringBuilder(cut.length());
        cut.codePoints().map(c -> isPrintable(c) ? c : '_').forEach(out::appendCodePoint);
        return out.toString();
    }

    private static boolean isPrintable(int c) {
        return !Character.isISOControl(c) && Character.getType(c) != Character.SURROGATE;
    }

    private static byte[] whole(InputStream content, int most, String path) throws IOException {
        try (InputStream in = content) {
            byte[] bytes = in.readNBytes(most);
            if (in.read() >= 0) {
                throw new ParleyException(
                        ErrorCode.ENCODING,
                        path + ": expected a binary of at most " + most + " bytes, since it cannot travel beside the"
                                + " message, found more; the settings are " + Limit.STRING_BYTES.setting() + " and "
                                + Limit.SIDES.setting());
            }
            return bytes;
        }
    }

    /** A {@code byte[]}, or a {@link ReceivedBinary} if its sender described it. */
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
        if (text.length() > MOST_CHARS || !text.codePoints().allMatch(BinaryCodec::isPrintable)) {
            throw ParleyException.malformed(
                    "a content type or name of at most " + MOST_CHARS + " characters, none of them a control character",
                    "another",
                    source.at(path));
        }
        return text;
    }

    /** Content that could not be read, so that nobody takes what is left of it for all. */
    private record Unreadable(String path) implements Reread {
        @Override
        public boolean isPossible() {
            return false;
        }
    }
}
