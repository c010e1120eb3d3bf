package io.parley.representation.tdxml;

import io.parley.representation.Sink;

/**
 * Document as written by compiled handlers ({@link HandlerSource}); keys are derived from the entered elements. Used by
 * one thread at a time.
 */
public final class TableOutput {
    private final TableWriter table;

    private TableOutput(TableWriter table) {
        this.table = table;
    }

    /** Writes the rows of one element. */
    @FunctionalInterface
    public interface Handler {
        /** Writes the rows of the current element and of its content. */
        void write(TableOutput out);
    }

    /**
     * Writes a document.
     *
     * @param sink owned by the caller, who finishes or discards it
     * @param schema of the document
     * @param root number of the root element
     * @param handler of the root element
     */
    public static void write(Sink sink, DataSchema schema, int root, Handler handler) {
        Envelope envelope = new Envelope(sink, false);
        envelope.open(schema);
        TableOutput out = new TableOutput(new TableWriter(sink));
        int mark = out.enter(root);
        handler.write(out);
        out.leave(mark);
        envelope.close();
    }

    /** Enters a child; returns the mark for {@link #leave}. */
    public int enter(int number) {
        int mark = table.mark();
        table.enter(number);
        return mark;
    }

    /** Enters one occurrence of a child; returns the mark for {@link #leave}. */
    public int enter(int number, int occurrence) {
        int mark = table.mark();
        table.enter(number, occurrence);
        return mark;
    }

    /**
     * Returns to the parent element.
     *
     * @param mark returned by the enter method
     */
    public void leave(int mark) {
        table.leave(mark);
    }

    /** Returns the number of rows so far. */
    public long rows() {
        return table.rows();
    }

    /**
     * Writes the row of an attribute of the current element.
     *
     * @param number of the attribute in the schema
     * @throws io.parley.ParleyException {@code ENCODING} if the value contains characters that XML 1.0 does not allow
     */
    public void attribute(int number, String value) {
        table.attribute(number, value);
    }

    /** Writes the row with all other attributes, as an element that bears them. */
    public void attributeXml(int number, String bearer) {
        table.attributeXml(number, bearer);
    }

    /** Writes the text of the current element. */
    public void text(String value) {
        table.text(value);
    }

    /** Writes a row that marks the element as {@code xsi:nil}. */
    public void nil() {
        table.mark(Mark.NIL);
    }

    /** Writes the whole element as XML. */
    public void xml(String element) {
        table.xml(element);
    }

    /** Writes a row that marks the element as present, unless another row was written since then. */
    public void present(long rowsBefore) {
        if (table.rows() == rowsBefore) {
            table.present();
        }
    }
}
