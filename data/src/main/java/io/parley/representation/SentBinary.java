package io.parley.representation;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.binding.Binary;
import java.io.IOException;
import java.io.InputStream;

/**
 * Writer of binaries: short content goes into the message, longer content to a side stream beside it, or into the
 * message if no more side streams fit. The representation decides the form of both.
 */
public final class SentBinary {
    /** Greatest length in bytes of content that is always inline: a side stream would cost more than it saves. */
    public static final int INLINE_BYTES = 4096;

    /** Greatest length in characters of a content type or a name. */
    public static final int MOST_CHARS = 1024;

    private SentBinary() {}

    /** Output form of a binary in a representation. */
    public interface Form {
        /** Writes the content inline. */
        void inline(byte[] content);

        /** Writes a reference to a side stream. */
        void beside(int number);
    }

    /**
     * Writes a binary into the message or beside it.
     *
     * @param path place of the binary in the message, for error messages
     * @throws ParleyException {@code ENCODING} if it cannot be read, or has to be inline and is too long
     */
    public static void write(Binary binary, Sink sink, String path, Form form) {
        try {
            if (binary.isReadOnce()) {
                writeUnread(binary, sink, path, form);
            } else {
                writePeeked(binary::open, sink, path, form);
            }
        } catch (IOException e) {
            throw unreadable(e, sink, path);
        }
    }

    /** Writes content that can supposedly be read more than once into the message or beside it. */
    public static void write(ContentOpener content, Sink sink, String path, Form form) {
        try {
            writePeeked(content, sink, path, form);
        } catch (IOException e) {
            throw unreadable(e, sink, path);
        }
    }

    /**
     * Reads the whole of a binary that has to be inline.
     *
     * @param maxBytes greatest allowed number of bytes
     */
    public static byte[] whole(Binary binary, int maxBytes, Sink sink, String path) {
        try {
            InputStream in = binary.open();
            byte[] bytes = whole(in, maxBytes, path);
            sink.sides().note(new PeekedContent(binary::open, in, bytes, path));
            return bytes;
        } catch (IOException e) {
            throw unreadable(e, sink, path);
        }
    }

    /**
     * Returns a content type or name made safe to send: it may end up in a header, so it is cut to {@link #MOST_CHARS}
     * and its control characters are replaced.
     */
    public static String printable(String text) {
        String cut = text.length() > MOST_CHARS ? text.substring(0, MOST_CHARS) : text;
        StringBuilder out = new StringBuilder(cut.length());
        cut.codePoints().map(c -> isPrintable(c) ? c : '_').forEach(out::appendCodePoint);
        return out.toString();
    }

    /** Returns whether a received content type or name is one that {@link #printable} could have returned. */
    public static boolean isPrintable(String text) {
        return text.length() <= MOST_CHARS && text.codePoints().allMatch(SentBinary::isPrintable);
    }

    private static boolean isPrintable(int c) {
        return !Character.isISOControl(c) && Character.getType(c) != Character.SURROGATE;
    }

    private static void writeUnread(Binary binary, Sink sink, String path, Form form) throws IOException {
        UnreadContent content = new UnreadContent(binary, path);
        sink.sides().note(content);
        if (!writeBeside(content, sink, form)) {
            form.inline(whole(content.open(), sink.sides().mostInline(), path));
        }
    }

    /** Reads the beginning, once, to decide how to send the content: a declared length cannot be relied on. */
    private static void writePeeked(ContentOpener opener, Sink sink, String path, Form form) throws IOException {
        InputStream in = opener.open();
        boolean transferred = false;
        try {
            byte[] beginning = in.readNBytes(INLINE_BYTES + 1);
            PeekedContent content = new PeekedContent(opener, in, beginning, path);
            sink.sides().note(content);
            if (beginning.length <= INLINE_BYTES) {
                form.inline(beginning);
                return;
            }
            transferred = writeBeside(content, sink, form);
            if (!transferred) {
                form.inline(whole(content.open(), sink.sides().mostInline(), path));
            }
        } finally {
            if (!transferred) {
                in.close();
            }
        }
    }

    /** Sends content on a side stream. Returns false if no more side streams are allowed. */
    private static boolean writeBeside(SideContent content, Sink sink, Form form) {
        int number = sink.sides().add(content);
        if (number != SideSink.INLINE) {
            form.beside(number);
        }
        return number != SideSink.INLINE;
    }

    private static byte[] whole(InputStream content, int maxBytes, String path) throws IOException {
        try (InputStream in = content) {
            byte[] bytes = in.readNBytes(maxBytes);
            if (in.read() >= 0) {
                throw new ParleyException(
                        ErrorCode.ENCODING,
                        path + ": expected a binary of at most " + maxBytes
                                + " bytes, since it cannot travel beside the"
                                + " message, found more; the settings are " + Limit.STRING_BYTES.setting()
                                + " and, unless the session is durable, " + Limit.SIDES.setting());
            }
            return bytes;
        }
    }

    private static ParleyException unreadable(IOException e, Sink sink, String path) {
        sink.sides().note(new Unreadable(path));
        return new ParleyException(ErrorCode.ENCODING, path + ": expected to read the binary, found an error", e);
    }

    /** Content that failed to be read. It cannot be repeated, because a part of it may have been consumed. */
    private record Unreadable(String path) implements OriginalContent {
        @Override
        public boolean isRepeatable() {
            return false;
        }
    }
}
