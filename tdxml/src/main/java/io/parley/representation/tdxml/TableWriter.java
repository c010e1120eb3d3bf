package io.parley.representation.tdxml;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.ParleyException;
import io.parley.representation.Sink;
import java.util.Arrays;

/**
 * Writes rows (docs/reference/tdxml.md, "Rows"): keeps the key of the current element, and escapes values twice, for
 * the table and for XML around it. Used by one thread at a time.
 */
final class TableWriter {
    /** Characters written at a time: at most three bytes each, so they fit the smallest chunk. */
    private static final int STEP = 16;

    private static final int MAX_STEP_BYTES = 24;
    private static final byte[] SPECIAL = special();

    private final Sink sink;
    private byte[] key = new byte[128];
    private int length;
    private long rows;

    TableWriter(Sink sink) {
        this.sink = sink;
    }

    /** Enters the child with that number. */
    @HotPath
    void enter(int number) {
        room();
        key[length++] = '[';
        putNumber(number);
        key[length++] = ']';
    }

    /** Enters one occurrence of a repeating child. */
    @HotPath
    void enter(int number, int occurrence) {
        enter(number);
        putNumber(occurrence);
    }

    /** Returns the mark to which {@link #leave} returns. */
    int mark() {
        return length;
    }

    void leave(int mark) {
        length = mark;
    }

    /** Returns the number of rows so far. */
    long rows() {
        return rows;
    }

    /** Writes the element's own row. */
    @HotPath
    void text(String value) {
        beginRow();
        putText(value);
        sink.writeByte('\n');
    }

    /** Writes the row of an attribute. */
    @HotPath
    void attribute(int number, String value) {
        attributeKey(number);
        putText(value);
        sink.writeByte('\n');
    }

    /** Writes the own row of an element that is present. */
    void present() {
        beginRow();
        sink.writeByte('\n');
    }

    /** Writes an own row with a mark in place of a value. */
    void mark(Mark mark) {
        beginRow();
        putMark(mark);
        sink.writeByte('\n');
    }

    /** Writes an own row with the whole element as XML. */
    void xml(String element) {
        beginRow();
        putMark(Mark.XML);
        putText(element);
        sink.writeByte('\n');
    }

    /** Writes the row with all other attributes, as an element that bears them. */
    void attributeXml(int number, String element) {
        attributeKey(number);
        putMark(Mark.XML);
        putText(element);
        sink.writeByte('\n');
    }

    /** Writes text outside rows, escaped for XML only. */
    void characters(String text) {
        int done = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '&' || c == '<' || c == '>') {
                putPlain(text, done, i);
                putAscii(c == '&' ? "&amp;" : c == '<' ? "&lt;" : "&gt;");
                done = i + 1;
            }
        }
        putPlain(text, done, text.length());
    }

    private void attributeKey(int number) {
        int mark = length;
        room();
        key[length++] = '(';
        putNumber(number);
        key[length++] = ')';
        beginRow();
        length = mark;
    }

    private void beginRow() {
        rows++;
        sink.writeBytes(key, 0, length);
        sink.writeByte('|');
    }

    private void putMark(Mark mark) {
        sink.writeByte('\\');
        sink.writeByte(mark.letter());
    }

    private void room() {
        if (key.length - length < MAX_STEP_BYTES) {
            key = Arrays.copyOf(key, 2 * key.length);
        }
    }

    private void putNumber(int number) {
        if (number < 10) {
            key[length++] = (byte) ('0' + number);
            return;
        }
        int digits = 1;
        for (int rest = number / 10; rest > 0; rest /= 10) {
            digits++;
        }
        int rest = number;
        for (int at = length + digits - 1; at >= length; at--) {
            key[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += digits;
    }

    private void putText(String text) {
        int clean = 0;
        int end = text.length();
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            if (c < SPECIAL.length ? SPECIAL[c] != 0 : c >= Character.MIN_SURROGATE) {
                if (Character.isHighSurrogate(c) && i + 1 < end && Character.isLowSurrogate(text.charAt(i + 1))) {
                    i++;
                } else if (c < SPECIAL.length || Character.isSurrogate(c) || c >= '\uFFFE') {
                    putPlain(text, clean, i);
                    clean = putEscaped(text, i) ? i + 1 : i;
                }
            }
        }
        putPlain(text, clean, end);
    }

    /** Writes the character's escape if it needs one at its position; returns whether it did. */
    private boolean putEscaped(String text, int at) {
        char c = text.charAt(at);
        switch (c) {
            case '\\' -> putAscii("\\\\");
            case '\n' -> putAscii("\\n");
            case '\r' -> putAscii("\\r");
            case '&' -> putAscii("&amp;");
            case '<' -> putAscii("&lt;");
            case '>' -> {
                boolean endsSection = at >= 2 && text.charAt(at - 1) == ']' && text.charAt(at - 2) == ']';
                if (endsSection) {
                    putAscii("&gt;");
                }
                return endsSection;
            }
            default ->
                throw new ParleyException(
                        ErrorCode.ENCODING,
                        "table: expected characters that XML 1.0 has, found U+"
                                + Integer.toHexString(0x10000 | c).substring(1).toUpperCase(java.util.Locale.ROOT));
        }
        return true;
    }

    private void putAscii(String text) {
        ByteBufUtil.writeAscii(sink.room(STEP), text);
    }

    private void putPlain(String text, int from, int to) {
        int at = from;
        while (at < to) {
            ByteBuf out = sink.room(3 * STEP);
            int end = Math.min(to, at + out.maxWritableBytes() / 3);
            if (end < to && Character.isLowSurrogate(text.charAt(end))) {
                end--;
            }
            ByteBufUtil.writeUtf8(out, text, at, end);
            at = end;
        }
    }

    private static byte[] special() {
        byte[] special = new byte[128];
        Arrays.fill(special, 0, ' ', (byte) 1);
        special['\t'] = 0;
        for (char c : new char[] {'\\', '&', '<', '>'}) {
            special[c] = 1;
        }
        return special;
    }
}
