package io.parley.representation.tdxml;

import io.parley.HotPath;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.binding.ObjectSizes;
import io.parley.layout.Scalar;
import io.parley.representation.Source;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cursor over the rows of a table: first in the order of arrival and, if that is not canonical, again in sorted order.
 * Checks the form of each row, not its meaning. Used by one thread at a time.
 */
final class Rows {
    /** Absent number: no occurrence after a step, or no attribute in the key. */
    static final int NONE = -1;

    private final TaggedText text;
    private final Source source;
    private final int maxSteps;
    private final long maxValue;

    private int next;
    private int counted;
    private int @Nullable [] sorted;
    private int nextSorted;

    private boolean ended;
    private int start;
    /** True if the current line is ASCII without escapes, so that its value needs no decoding. */
    private boolean plain;

    private int depth;
    /** Number and occurrence of each step. */
    private int[] steps = new int[16];
    /** End of each step, relative to the start of the key. */
    private int[] ends = new int[8];
    /** Start of the row from which the steps were parsed. */
    private int parsed;

    private int number;
    private int attribute;
    private int shared;
    private int valueFrom;
    private int valueTo;

    Rows(TaggedText text, Source source) {
        this.text = text;
        this.source = source;
        this.maxSteps = source.limits().getInt(Limit.DEPTH);
        this.maxValue = source.limits().get(Limit.STRING_BYTES);
    }

    /** Returns whether all rows were read. */
    boolean ended() {
        return ended;
    }

    /** Returns the number of steps in the current row's key. */
    int depth() {
        return depth;
    }

    /** Returns the number of a step. */
    int number(int step) {
        return steps[2 * step];
    }

    /** Returns the occurrence after a step; {@link #NONE} if there is none. */
    int occurrence(int step) {
        return steps[2 * step + 1];
    }

    /** Returns the number of the row's attribute; {@link #NONE} if it is not that of an attribute. */
    int attribute() {
        return attribute;
    }

    /** Returns whether the current row is inside the same element of that depth as the previous row. */
    @HotPath
    boolean isInside(int element) {
        return !ended && shared >= element;
    }

    /** Marks the current row as the first one inside the element of that depth. */
    void enter(int element) {
        shared = Math.max(shared, element);
    }

    /** Returns whether the current row is that element's own row. */
    @HotPath
    boolean isOwn(int element) {
        return isInside(element) && depth == element && attribute == NONE;
    }

    /** Returns whether the current row is that of an attribute of that element. */
    @HotPath
    boolean isAttribute(int element) {
        return isInside(element) && depth == element && attribute != NONE;
    }

    /** Returns whether the rows are sorted, so that a misplaced row is an error. */
    boolean isSorted() {
        return sorted != null;
    }

    /** Returns the mark in place of a value; null if the row has a value. */
    @HotPath
    @Nullable
    Mark mark() {
        return plain ? null : TableValue.mark(text.bytes(), valueFrom, valueTo);
    }

    boolean isEmpty() {
        return valueFrom == valueTo;
    }

    /** Returns the row's value without escapes. */
    @HotPath
    String value() {
        return plain
                ? TableValue.ascii(text.bytes(), valueFrom, valueTo)
                : TableValue.text(text.bytes(), valueFrom, valueTo, where());
    }

    /**
     * Returns the row's value if it is in the common form of the type; otherwise null, and the text has to be parsed.
     */
    @HotPath
    @Nullable
    Object commonValue(Scalar scalar) {
        return plain ? CommonValue.parse(scalar, text.bytes(), valueFrom, valueTo) : null;
    }

    /** Returns the text after a mark. */
    String markedValue() {
        return TableValue.text(text.bytes(), valueFrom + 2, valueTo, where());
    }

    /** Returns the start of the raw value in the text of the table. */
    int valueFrom() {
        return valueFrom;
    }

    int valueTo() {
        return valueTo;
    }

    /** Returns the current row's key as text. */
    String key() {
        return new String(text.bytes(), start, valueFrom - 1 - start, StandardCharsets.US_ASCII);
    }

    /** Returns the current row for error texts: its key, which consists of digits and brackets. */
    String where() {
        if (ended) {
            return "table";
        }
        int to = Math.min(valueFrom - 1, start + 80);
        return "row " + new String(text.bytes(), start, Math.max(0, to - start), StandardCharsets.US_ASCII);
    }

    /**
     * Accounts for objects created from rows.
     *
     * @throws ParleyException {@code BUDGET} if there is no memory for them
     */
    void weigh(int objectBytes) {
        source.weigh(objectBytes);
    }

    /** Moves to the next row, if there is one. */
    @HotPath
    void advance() {
        int[] order = sorted;
        if (order != null) {
            if (nextSorted == order.length) {
                ended = true;
                return;
            }
            next = order[nextSorted++];
        }
        if (!findLine()) {
            ended = true;
            return;
        }
        parse();
        if (start >= counted) {
            counted = start + 1;
            source.spend(1, ObjectSizes.ROW, "table");
        }
    }

    /**
     * Restarts with the rows in canonical order.
     *
     * @throws ParleyException {@code MALFORMED_MESSAGE} if a key occurs twice
     */
    void sort() {
        next = 0;
        ended = false;
        depth = 0;
        int[] starts = new int[64];
        int count = 0;
        while (findLine()) {
            parse();
            if (start >= counted) {
                counted = start + 1;
                source.spend(1, ObjectSizes.ROW, "table");
            }
            if (count == starts.length) {
                starts = Arrays.copyOf(starts, 2 * count);
            }
            starts[count++] = start;
        }
        int[] order = Keys.sort(text.bytes(), Arrays.copyOf(starts, count));
        for (int i = 1; i < count; i++) {
            if (Keys.compare(text.bytes(), order[i - 1], order[i]) == 0) {
                next = order[i];
                findLine();
                parse();
                throw ParleyException.malformed("each key once", "a second row with it", where());
            }
        }
        sorted = order;
        nextSorted = 0;
        depth = 0;
        shared = 0;
    }

    /** Finds the next line that is not blank, and loads it completely; returns false at the end. */
    private boolean findLine() {
        while (true) {
            int end = lineEnd();
            if (end < 0) {
                return false;
            }
            start = next;
            next = end + 1;
            if (text.bytes()[start] == '[') {
                valueTo = end > start && text.bytes()[end - 1] == '\r' ? end - 1 : end;
                return true;
            }
            expectBlank(start, end);
        }
    }

    /** Returns the end of the line that begins at {@link #next}; -1 at the end of the text. */
    @HotPath
    private int lineEnd() {
        int scan = next;
        plain = true;
        while (true) {
            scan = lineEnd(text.bytes(), scan, text.end());
            if (scan < text.end()) {
                return scan;
            }
            if (!text.fill()) {
                return scan > next ? scan : -1;
            }
        }
    }

    /** Returns the position of the next line feed, or the end of the received text. */
    @HotPath
    private int lineEnd(byte[] bytes, int from, int end) {
        int at = from;
        while (plain) {
            at = TableValue.afterPlain(bytes, at, end);
            if (at == end || bytes[at] == '\n') {
                return at;
            }
            plain = bytes[at] == '\r' && at + 1 < end && bytes[at + 1] == '\n';
            at++;
        }
        while (at < end && bytes[at] != '\n') {
            at++;
        }
        return at;
    }

    private void expectBlank(int from, int to) {
        for (int i = from; i < to; i++) {
            byte b = text.bytes()[i];
            if (b != ' ' && b != '\t' && b != '\r') {
                throw ParleyException.malformed("a row, which begins with [", "other text", source.at("table"));
            }
        }
    }

    /** Parses the key, except for the steps in common with the previous key, which are mostly all but one. */
    @HotPath
    private void parse() {
        byte[] bytes = text.bytes();
        int step = commonSteps(bytes);
        int at = step == 0 ? start : start + ends[step - 1];
        shared = step;
        parsed = start;
        while (bytes[at] == '[') {
            at = readStep(bytes, at + 1, step++);
        }
        depth = step;
        attribute = NONE;
        if (bytes[at] == '(') {
            at = expect(bytes, readNumber(bytes, at + 1), ')');
            attribute = number;
        }
        valueFrom = expect(bytes, at, '|');
        if (valueTo - valueFrom > maxValue) {
            throw ParleyException.limit(Limit.STRING_BYTES, maxValue, valueTo - valueFrom, where());
        }
    }

    /** Returns the number of steps that the key has in common with the previous one. */
    @HotPath
    private int commonSteps(byte[] bytes) {
        int step = depth;
        if (step == 0) {
            return 0;
        }
        int same = TableValue.mismatch(bytes, parsed, start, ends[step - 1]);
        // After a common step follows a bracket in both keys, unless the number continues in one of them.
        while (step > 0 && (ends[step - 1] > same || isDigit(bytes[start + ends[step - 1]]))) {
            step--;
        }
        return step;
    }

    /** Reads a step after its opening bracket; returns the position after it. */
    @HotPath
    private int readStep(byte[] bytes, int from, int step) {
        if (step == ends.length) {
            ends = Arrays.copyOf(ends, 2 * step);
            steps = Arrays.copyOf(steps, 4 * step);
        }
        if (step >= maxSteps) {
            throw ParleyException.limit(Limit.DEPTH, maxSteps, step + 1L, source.at("table"));
        }
        int at = expect(bytes, readNumber(bytes, from), ']');
        steps[2 * step] = number;
        int occurrence = NONE;
        if (isDigit(bytes[at])) {
            at = readNumber(bytes, at);
            occurrence = number;
        }
        steps[2 * step + 1] = occurrence;
        ends[step] = at - start;
        return at;
    }

    /** Reads {@link #number}; returns the position after it. */
    @HotPath
    private int readNumber(byte[] bytes, int from) {
        if (!isDigit(bytes[from]) || (bytes[from] == '0' && isDigit(bytes[from + 1]))) {
            throw malformedKey();
        }
        long read = 0;
        int at = from;
        while (isDigit(bytes[at])) {
            read = 10 * read + bytes[at++] - '0';
            if (read > Integer.MAX_VALUE) {
                throw malformedKey();
            }
        }
        number = (int) read;
        return at;
    }

    private int expect(byte[] bytes, int at, char expected) {
        if (bytes[at] != expected) {
            throw malformedKey();
        }
        return at + 1;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private ParleyException malformedKey() {
        return ParleyException.malformed(
                "a key such as [0][1]2(3) of numbers below 2^31 and a |", "another text", source.at("table"));
    }
}
