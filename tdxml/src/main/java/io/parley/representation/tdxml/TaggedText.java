package io.parley.representation.tdxml;

import io.netty.buffer.ByteBuf;
import io.parley.ParleyException;
import io.parley.representation.Source;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The text of a table or a schema, up to its closing tag, as the source brings it. All of it is kept, because rows that
 * are in no order are read again from the start; it grows as bytes come, never by what somebody says will come. Sections
 * of character data are turned into escaped text. Belongs to one thread at a time.
 */
final class TaggedText {
    /** Bytes behind {@link #end} that may be looked at, and mean nothing. */
    static final int SLACK = Long.BYTES;

    private static final int FIRST = 1024;
    /** Each byte lies in an array that grew, and mostly in a value made of it. */
    private static final long OBJECT_BYTES = 6;

    private static final byte[] SECTION = Tags.ascii("[CDATA[");
    /** The closing tag that nearly all have. */
    private static final byte[] TABLE = closing(Tags.TABLE);

    private final Source source;
    private final byte[] closing;
    private final String where;
    private byte[] bytes;
    private int end;
    private boolean complete;
    private @Nullable ParleyException broken;

    /**
     * @param source behind the opening tag; left behind the closing one
     * @param element the name of the element that it stands in, without prefix
     */
    TaggedText(Source source, String element, String where) {
        this(source, element, where, new byte[FIRST]);
    }

    /** The same, in memory that the caller may use again when nobody reads this any more. */
    TaggedText(Source source, String element, String where, byte[] memory) {
        this.source = source;
        this.closing = element.equals(Tags.TABLE) ? TABLE : closing(element);
        this.where = where;
        this.bytes = memory;
    }

    private static byte[] closing(String element) {
        return Tags.ascii("</" + Tags.PREFIX + ":" + element + ">");
    }

    /** Returns the received text; valid until the next {@link #fill}. One byte behind its end is a line feed. */
    byte[] bytes() {
        return bytes;
    }

    int end() {
        return end;
    }

    /**
     * Waits for more; false if the closing tag was met. What could not be read once stays an error, however often the rows
     * before it are gone over.
     */
    boolean fill() {
        if (broken != null) {
            throw broken;
        }
        try {
            return !complete && more();
        } catch (ParleyException e) {
            broken = e;
            throw e;
        }
    }

    private boolean more() {
        int run = source.run();
        if (run == 0) {
            source.readByte(); // Says that the message ends too early.
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
