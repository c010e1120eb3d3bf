package io.parley.representation.tdxml;

import io.netty.buffer.ByteBuf;
import io.parley.ParleyException;
import io.parley.representation.Source;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Text of a table or schema up to its closing tag. All of it is kept, because rows in any order may be read again from
 * the start; the buffer grows as bytes arrive, never by a declared length. CDATA sections are converted to escaped
 * text. Used by one thread at a time.
 */
final class TaggedText {
    /** Bytes after {@link #end} that may be read; their values are undefined. */
    static final int SLACK = Long.BYTES;

    private static final int FIRST = 1024;
    /** Weight of a byte: it is in a buffer that grew, and mostly in a value. */
    private static final long OBJECT_BYTES = 6;

    private static final byte[] SECTION = Tags.ascii("[CDATA[");
    /** Closing tag of nearly all tables. */
    private static final byte[] TABLE = closing(Tags.TABLE);

    private final Source source;
    private final byte[] closing;
    private final String where;
    private byte[] bytes;
    private int end;
    private boolean complete;
    private @Nullable ParleyException failure;

    /**
     * Creates a text.
     *
     * @param source positioned after the opening tag; afterwards after the closing one
     * @param element name of the enclosing element, without prefix
     * @param where the kind of text, for errors
     */
    TaggedText(Source source, String element, String where) {
        this(source, element, where, new byte[FIRST]);
    }

    /** Creates a text in memory that the caller may reuse once the text is not read any more. */
    TaggedText(Source source, String element, String where, byte[] memory) {
        this.source = source;
        this.closing = element.equals(Tags.TABLE) ? TABLE : closing(element);
        this.where = where;
        this.bytes = memory;
    }

    private static byte[] closing(String element) {
        return Tags.ascii("</" + Tags.PREFIX + ":" + element + ">");
    }

    /** Returns the received text, followed by a line feed; valid until the next {@link #fill}. */
    byte[] bytes() {
        return bytes;
    }

    int end() {
        return end;
    }

    /**
     * Receives more text; returns false once the closing tag was read. An error is thrown again at each later call,
     * however often the rows are read.
     */
    boolean fill() {
        if (failure != null) {
            throw failure;
        }
        try {
            return !complete && more();
        } catch (ParleyException e) {
            failure = e;
            throw e;
        }
    }

    private boolean more() {
        int run = source.run();
        if (run == 0) {
            source.readByte(); // throws, because the message ends too early
        }
        ByteBuf chunk = source.chunk();
        int tag = chunk.bytesBefore(run, (byte) '<');
        int plain = tag < 0 ? run : tag;
        source.weigh(OBJECT_BYTES * plain);
        reserve(plain);
        chunk.readBytes(bytes, end, plain);
        source.consumed(plain);
        end += plain;
        if (tag >= 0) {
            readTag();
        }
        bytes[end] = '\n';
        return true;
    }

    private void readTag() {
        if (source.pass(closing)) {
            complete = true;
            return;
        }
        source.readByte();
        int first = source.readByte();
        if (first == '!') {
            expect(SECTION, 0);
            readSection();
        } else if (first == '/') {
            expect(closing, 2);
            complete = true;
        } else {
            throw notClosed();
        }
    }

    private void readSection() {
        int brackets = 0;
        while (true) {
            int next = source.readByte();
            if (next == '>' && brackets >= 2) {
                end -= 2;
                return;
            }
            brackets = next == ']' ? brackets + 1 : 0;
            if (next == '&') {
                append("&amp;");
            } else if (next == '<') {
                append("&lt;");
            } else {
                reserve(1);
                bytes[end++] = (byte) next;
            }
        }
    }

    private void append(String text) {
        reserve(text.length());
        for (int i = 0; i < text.length(); i++) {
            bytes[end++] = (byte) text.charAt(i);
        }
    }

    private void expect(byte[] rest, int from) {
        for (int i = from; i < rest.length; i++) {
            if (source.readByte() != rest[i]) {
                throw notClosed();
            }
        }
    }

    private ParleyException notClosed() {
        return ParleyException.malformed("rows and the closing tag", "another tag", source.at(where));
    }

    private void reserve(int more) {
        int needed = Math.addExact(end, more + SLACK);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(2L * bytes.length, needed)));
        }
    }
}
