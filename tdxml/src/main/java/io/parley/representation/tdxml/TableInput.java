package io.parley.representation.tdxml;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.representation.Source;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a document for compiled handlers ({@link HandlerSource}): a handler asks for the tag of the current row below
 * its element and reads the row accordingly. Rows are read as they arrive while those of each element are together,
 * otherwise sorted. Used by one thread at a time.
 */
public final class TableInput {
    /** Tag of an element's own row. */
    public static final int OWN = -1;

    /** Tag of attribute 0; those of further attributes are lower. */
    public static final int FIRST_ATTRIBUTE = -2;

    private final Rows rows;

    private TableInput(Rows rows) {
        this.rows = rows;
    }

    /** Reads one element. */
    @FunctionalInterface
    public interface Handler<T> {
        /**
         * Reads all rows inside an element.
         *
         * @param in the rows
         * @param depth number of steps in the element's key
         * @return the element's value
         */
        T read(TableInput in, int depth);
    }

    /**
     * Reads a document to the end of a source.
     *
     * @param source of the document; owned by the caller
     * @param schema for which the handler was generated
     * @param root number of the root element that the handler reads
     * @param handler of the root element
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
        } catch (OutOfOrderException e) {
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

    /** Returns whether the current row is inside the element of that depth. */
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

    /** Enters a child that occurs once; returns its depth. */
    public int enter(int depth) {
        if (rows.occurrence(depth) != Rows.NONE) {
            throw unexpected("no occurrence after a child that occurs once");
        }
        rows.enter(depth + 1);
        return depth + 1;
    }

    /** Returns the occurrence of a repeating child. */
    public int occurrence(int depth) {
        int occurrence = rows.occurrence(depth);
        if (occurrence == Rows.NONE) {
            throw unexpected("an occurrence after a repeating child");
        }
        return occurrence;
    }

    /** Enters a repeating child; returns its depth. */
    public int enterOccurrence(int depth) {
        rows.enter(depth + 1);
        return depth + 1;
    }

    /** Returns a collector of repeated items. */
    public <T> Occurrences<T> occurrences() {
        return new Occurrences<>(this);
    }

    /**
     * Checks that a field was not set before.
     *
     * @param taken its previous value
     */
    public void expectNone(@Nullable Object taken) {
        if (taken != null) {
            throw unexpected("each key once");
        }
    }

    /** Checks that a row without a value did not occur before. */
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

    /** Reads the value of an attribute's row. */
    public String attribute() {
        if (rows.mark() != null) {
            throw unexpected("the value of an attribute");
        }
        return readValue();
    }

    /** Reads the row with all other attributes: an element that bears them, as XML. */
    public String attributeXml() {
        return readXml();
    }

    /** Reads the element's own row if it marks the element as nil; returns whether it did. */
    public boolean skipNil() {
        boolean nil = rows.mark() == Mark.NIL;
        if (nil) {
            rows.advance();
        }
        return nil;
    }

    /** Returns whether the own row contains the whole element as XML. */
    public boolean isXml() {
        return rows.mark() == Mark.XML;
    }

    /** Reads the element as XML. */
    public String xml() {
        return readXml();
    }

    /** Reads the text of an element with attributes. */
    public String text() {
        if (rows.mark() == Mark.PRESENT) {
            rows.advance();
            return "";
        }
        if (rows.mark() != null) {
            throw unexpected("a text");
        }
        return readValue();
    }

    /** Reads the row of an element that is present without text. */
    public void present() {
        if (!rows.isEmpty()) {
            throw unexpected("nothing after the key of an element without text");
        }
        rows.advance();
    }

    /** Reads the value of an element with a value only; null if it is nil. */
    public @Nullable String valueOrNil(int depth) {
        boolean nil = rows.isOwn(depth) && rows.mark() == Mark.NIL;
        if (!nil) {
            return value(depth);
        }
        rows.advance();
        expectNothingInside(depth);
        return null;
    }

    /** Reads the value of an element with a value only. */
    public String value(int depth) {
        if (!rows.isOwn(depth) || rows.mark() != null) {
            throw unexpected("the row of a value");
        }
        String value = readValue();
        expectNothingInside(depth);
        return value;
    }

    /** Reads the value of an element with a value only, with a default for an empty one. */
    public String value(int depth, String whenEmpty) {
        String value = value(depth);
        return value.isEmpty() ? whenEmpty : value;
    }

    /** Reads an element that no schema describes, as XML. */
    public String xml(int depth) {
        if (!rows.isOwn(depth)) {
            throw unexpected("an element as XML");
        }
        String xml = readXml();
        expectNothingInside(depth);
        return xml;
    }

    /**
     * Returns the error for a misplaced row; if the rows are not sorted yet, an exception that restarts with sorted
     * rows.
     */
    public RuntimeException unexpected(String expected) {
        return rows.isSorted()
                ? ParleyException.malformed(expected, "another row", rows.where())
                : new OutOfOrderException();
    }

    private void expectNothingInside(int depth) {
        if (rows.isInside(depth)) {
            throw unexpected("no row below a value");
        }
    }

    private String readValue() {
        String value = rows.value();
        rows.advance();
        return value;
    }

    private String readXml() {
        if (rows.mark() != Mark.XML) {
            throw unexpected("an element as XML");
        }
        String xml = rows.markedValue();
        rows.advance();
        return xml;
    }
}
