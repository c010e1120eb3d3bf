package io.parley.representation.tdxml;

import io.parley.HotPath;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.representation.Source;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Goes through the rows of a table: first in the order in which they come, and if that is not the canonical one, once
 * more in sorted order. Checks each row's form, not its meaning. Belongs to one thread at a time.
 */
final class Rows {
    /** No occurrence stands behind a step; no attribute stands at the key's end. */
    static final int NONE = -1;

    private final TaggedText text;
    private final Source source;
    private final int mostSteps;
    private final long longestValue;

    private int next;
    private int counted;
    private int @Nullable [] sorted;
    private int nextSorted;

    private boolean ended;
    private int start;
    private int depth;
    private int[] steps = new int[16];
    private int attribute;
    private int shared;
    private int valueFrom;
    private int valueTo;

    Rows(TaggedText text, Source source) {
        this.text = text;
        this.source = source;
        this.mostSteps = source.limits().getInt(Limit.DEPTH);
        this.longestValue = source.limits().get(Limit.STRING_BYTES);
    }

    /** Whether all rows have been passed. */
    boolean ended() {
        return ended;
    }

    /** The steps of the current row's key. */
    int depth() {
        return depth;
    }

    /** The number of a step. */
    int number(int step) {
        return steps[2 * step];
    }

    /** The occurrence that stands behind a step, or {@link #NONE}. */
    int occurrence(int step) {
        return steps[2 * step + 1];
    }

    /** The number of the attribute that the row is for, or {@link #NONE}. */
    int attribute() {
        return attribute;
    }

    /** Whether the current row lies inside the element of that many steps in which the row before lay. */
    @HotPath
    boolean isInside(int element) {
        return !ended && shared >= element;
    }

    /** Says that the current row is the first one inside the element of that many steps. */
    void enter(int element) {
        shared = Math.max(shared, element);
    }

    /** Whether the current row is that element's own. */
    @HotPath
    boolean isOwn(int element) {
        return isInside(element) && depth == element && attribute == NONE;
    }

    /** Whether the current row is that of an attribute of that element. */
    @HotPath
    boolean isAttribute(int element) {
        return isInside(element) && depth == element && attribute != NONE;
    }

    /** Whether the rows come in sorted order, so that what does not fit is wrong. */
    boolean isSorted() {
        return sorted != null;
    }

    /** The mark that the row has instead of a value, or null. */
    @Nullable
    Mark mark() {
        return TableValue.mark(text.bytes(), valueFrom, valueTo);
    }

    boolean isEmpty() {
        return valueFrom == valueTo;
    }

    /** The row's value without escapes. */
    String value() {
        return TableValue.text(text.bytes(), valueFrom, valueTo, where());
    }

    /** What stands behind a mark. */
    String markedValue() {
        return TableValue.text(text.bytes(), valueFrom + 2, valueTo, where());
    }

    /** Where the raw value begins in the text of the table. */
    int valueFrom() {
        return valueFrom;
    }

    int valueTo() {
        return valueTo;
    }

    /** The current row's key, as it stands. */
    String key() {
        return new String(text.bytes(), start, valueFrom - 1 - start, StandardCharsets.US_ASCII);
    }

    /** The place of the current row for error texts: its key, which is made of digits and brackets alone. */
    String where() {
        if (ended) {
            return "table";
        }
        int to = Math.min(valueFrom - 1, start + 80);
        return "row " + new String(text.bytes(), start, Math.max(0, to - start), StandardCharsets.US_ASCII);
    }

    /** Goes to the next row, if there is one. */
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
            source.spend(1, "table");
        }
    }

    /**
     * Starts again with the rows in canonical order.
     *
     * @throws ParleyException if a key occurs twice
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
                source.spend(1, "table");
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

    /** Finds the next line that is not blank and has it whole in memory; false if there is none. */
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

    /** Where the line that begins at {@link #next} ends, or -1 if nothing is left. */
    @HotPath
    private int lineEnd() {
        int scan = next;
        while (true) {
            byte[] bytes = text.bytes();
            int end = text.end();
            while (scan < end && bytes[scan] != '\n') {
                scan++;
            }
            if (scan < end) {
                return scan;
            }
            if (!text.fill()) {
                return scan > next ? scan : -1;
            }
        }
    }

    private void expectBlank(int from, int to) {
        for (int i = from; i < to; i++) {
            byte b = text.bytes()[i];
            if (b != ' ' && b != '\t' && b != '\r') {
                throw ParleyException.malformed("a row, which begins with [", "other text", source.at("table"));
            }
        }
    }

    @HotPath
    private void parse() {
        byte[] bytes = text.bytes();
        int at = start;
        int before = depth;
        int same = 0;
        int step = 0;
        do {
            at++;
            long number = number(bytes, at);
            at = expect(bytes, afterNumber(bytes, at), ']');
            int occurrence = NONE;
            if (isDigit(bytes[at])) {
                occurrence = (int) number(bytes, at);
                at = afterNumber(bytes, at);
            }
            if (2 * step == steps.length) {
                steps = Arrays.copyOf(steps, 2 * steps.length);
            }
            boolean isSame =
                    same == step && step < before && steps[2 * step] == number && steps[2 * step + 1] == occurrence;
            same += isSame ? 1 : 0;
            steps[2 * step] = (int) number;
            steps[2 * step + 1] = occurrence;
            if (++step > mostSteps) {
                throw ParleyException.limit(Limit.DEPTH, mostSteps, step, source.at("table"));
            }
        } while (bytes[at] == '[');
        attribute = NONE;
        if (bytes[at] == '(') {
            attribute = (int) number(bytes, at + 1);
            at = expect(bytes, afterNumber(bytes, at + 1), ')');
        }
        valueFrom = expect(bytes, at, '|');
        depth = step;
        shared = same;
        if (valueTo - valueFrom > longestValue) {
            throw ParleyException.limit(Limit.STRING_BYTES, longestValue, valueTo - valueFrom, where());
        }
    }

    private long number(byte[] bytes, int at) {
        if (!isDigit(bytes[at]) || (bytes[at] == '0' && isDigit(bytes[at + 1]))) {
            throw malformedKey();
        }
        long number = 0;
        for (int i = at; isDigit(bytes[i]); i++) {
            number = 10 * number + bytes[i] - '0';
            if (number > Integer.MAX_VALUE) {
                throw malformedKey();
            }
        }
        return number;
    }

    private static int afterNumber(byte[] bytes, int at) {
        int i = at;
        while (isDigit(bytes[i])) {
            i++;
        }
        return i;
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
