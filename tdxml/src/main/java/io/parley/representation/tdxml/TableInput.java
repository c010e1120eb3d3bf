package io.parley.representation.tdxml;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.representation.Source;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a document as compiled handlers read them ({@link HandlerSource}): a handler asks for the tag of the current
 * row below its element and takes what it knows. Rows are read as they come while each element's stand together, and
 * sorted if they do not. Belongs to one thread at a time.
 */
public final class TableInput {
    /** The tag of an element's own row. */
    public static final int OWN = -1;

    /** The tag of attribute 0; those of others are below. */
    public static final int FIRST_ATTRIBUTE = -2;

    private final Rows rows;

    private TableInput(Rows rows) {
        this.rows = rows;
    }

    /** Reads one element. */
    @FunctionalInterface
    public interface Handler<T> {
        /**
         * Takes all rows inside an element.
         *
         * @param depth the steps of its key
         */
        T read(TableInput in, int depth);
    }

    /**
     * Reads a document, the whole of a source.
     *
     * @param schema the schema that the handler was made for
     * @param root the number of the element at the top that the handler reads
     * @throws ParleyException {@code SCHEMA_VIOLATION} if the document has another schema; otherwise as {@link
     *     TdxmlDocument#read}
     */
    public static <T> T read(Source source, DataSchema schema, int root, Handler<T> handler) {
        if (!TdxmlDocument.readHead(source).equals(schema)) {
            throw new ParleyException(
                    ErrorCode.SCHEMA_VIOLATION,
                    source.at("data schema") + ": expected the one that the handlers were made for, found another;"
                            + " TdxmlDocument reads any");
        }
        Rows rows = new Rows(new TaggedText(source, OpeningTag.expectTable(source), "table"), source);
        TableInput in = new TableInput(rows);
        T value = in.inAnyOrder(root, handler);
        OpeningTag.expectEnd(source);
        return value;
    }

    private <T> T inAnyOrder(int root, Handler<T> handler) {
        try {
            return attempt(root, handler);
        } catch (OutOfOrder e) {
            rows.sort();
            return attempt(root, handler);
        }
    }

    private <T> T attempt(int root, Handler<T> handler) {
        rows.advance();
        if (!rows.ended()) {
            if (rows.number(0) != root || rows.occurrence(0) != Rows.NONE) {
                throw unexpected("a row of the element at the top");
            }
            rows.enter(1);
        }
        T value = handler.read(this, 1);
        if (!rows.ended()) {
            throw unexpected("the end of the table");
        }
        return value;
    }

    /** Returns whether the current row is inside the element of that many steps. */
    public boolean isInside(int depth) {
        return rows.isInside(depth);
    }

    /** Returns the kind of the current row within its element: the number of a child, {@link #OWN}, or an attribute. */
    public int tag(int depth) {
        if (rows.depth() > depth) {
            return rows.number(depth);
        }
        return rows.attribute() == Rows.NONE ? OWN : FIRST_ATTRIBUTE - rows.attribute();
    }

    /** Enters a child that occurs once, and returns the number of steps of its key. */
    public int enter(int depth) {
        if (rows.occurrence(depth) != Rows.NONE) {
            throw unexpected("no occurrence behind a child that stands once");
        }
        rows.enter(depth + 1);
        return depth + 1;
    }

    /** The occurrence of a child that repeats. */
    public int occurrence(int depth) {
        int occurrence = rows.occurrence(depth);
        if (occurrence == Rows.NONE) {
            throw unexpected("an occurrence behind a child that repeats");
        }
        return occurrence;
    }

    /** Enters a child that repeats, and returns the number of steps of its key. */
    public int enterOccurrence(int depth) {
        rows.enter(depth + 1);
        return depth + 1;
    }

    /** Collects what repeats. */
    public <T> Occurrences<T> occurrences() {
        return new Occurrences<>(this);
    }

    /** Checks that a place is taken once: {@code taken} is the value that it held before. */
    public void expectNone(@Nullable Object taken) {
        if (taken != null) {
            throw unexpected("each key once");
        }
    }

    /** The same of what is there without a value. */
    public void expectNone(boolean taken) {
        if (taken) {
            throw unexpected("each key once");
        }
    }

    /** Checks that at most one of several alternatives is present. */
    public void expectOne(boolean... there) {
        int count = 0;
        for (boolean each : there) {
            count += each ? 1 : 0;
        }
        if (count > 1) {
            throw unexpected("one of the alternatives");
        }
    }

    /** The value of an attribute's row. */
    public String attribute() {
        if (rows.mark() != null) {
            throw unexpected("the value of an attribute");
        }
        return taken();
    }

    /** The row of the attribute that stands for all others: an element that bears them, as XML. */
    public String attributeXml() {
        return xmlTaken();
    }

    /** Takes the element's own row if it marks the element as nil, and returns whether it did. */
    public boolean skipNil() {
        boolean nil = rows.mark() == Mark.NIL;
        if (nil) {
            rows.advance();
        }
        return nil;
    }

    /** Returns whether the own row holds the whole element as XML. */
    public boolean isXml() {
        return rows.mark() == Mark.XML;
    }

    /** The element as XML. */
    public String xml() {
        return xmlTaken();
    }

    /** The text of an element that has attributes too. */
    public String text() {
        if (rows.mark() == Mark.PRESENT) {
            rows.advance();
            return "";
        }
        if (rows.mark() != null) {
            throw unexpected("a text");
        }
        return taken();
    }

    /** The row that says that an element without text is there. */
    public void present() {
        if (!rows.isEmpty()) {
            throw unexpected("nothing behind the key of an element without text");
        }
        rows.advance();
    }

    /** The value of an element that is nothing but one, of that many steps; null if it is nil. */
    public @Nullable String valueOrNil(int depth) {
        boolean nil = rows.isOwn(depth) && rows.mark() == Mark.NIL;
        if (!nil) {
            return value(depth);
        }
        rows.advance();
        expectNothingInside(depth);
        return null;
    }

    /** The value of an element that is nothing but one. */
    public String value(int depth) {
        if (!rows.isOwn(depth) || rows.mark() != null) {
            throw unexpected("the row of a value");
        }
        String value = taken();
        expectNothingInside(depth);
        return value;
    }

    /** The same of one for whose empty text another stands. */
    public String value(int depth, String whenEmpty) {
        String value = value(depth);
        return value.isEmpty() ? whenEmpty : value;
    }

    /** An element that no schema describes. */
    public String xml(int depth) {
        if (!rows.isOwn(depth)) {
            throw unexpected("an element as XML");
        }
        String xml = xmlTaken();
        expectNothingInside(depth);
        return xml;
    }

    /**
     * The error of a row that has no place in the schema; or of one that has it elsewhere, and then rows are sorted.
     */
    public RuntimeException unexpected(String expected) {
        return rows.isSorted() ? ParleyException.malformed(expected, "another row", rows.where()) : new OutOfOrder();
    }

    private void expectNothingInside(int depth) {
        if (rows.isInside(depth)) {
            throw unexpected("no row below a value");
        }
    }

    private String taken() {
        String value = rows.value();
        rows.advance();
        return value;
    }

    private String xmlTaken() {
        if (rows.mark() != Mark.XML) {
            throw unexpected("an element as XML");
        }
        String xml = rows.markedValue();
        rows.advance();
        return xml;
    }
}
