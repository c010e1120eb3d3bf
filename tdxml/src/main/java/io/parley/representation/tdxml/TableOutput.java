package io.parley.representation.tdxml;

import io.parley.representation.Sink;

/**
 * A document as compiled handlers write it ({@link HandlerSource}): keys follow from where it was entered. Belongs to one
 * thread at a time.
 */
public final class TableOutput {
    private final TableWriter table;

    private TableOutput(TableWriter table) {
        this.table = table;
    }

    /** Writes the rows of one element. */
    @FunctionalInterface
    public interface Handler {
        /** Writes the rows of the element that the output is in, and of all that it holds. */
        void write(TableOutput out);
    }

    /**
     * Writes a document.
     *
     * @param root the number of the element at the top
     * @param sink stays the caller's to finish or discard
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

    /** Enters a child, and returns the mark that {@link #leave} takes. */
    public int enter(int number) {
        int mark = table.mark();
        table.enter(number);
        return mark;
    }

    /** Enters one occurrence of a child, and returns the mark that {@link #leave} takes. */
    public int enter(int number, int occurrence) {
        int mark = table.mark();
        table.enter(number, occurrence);
        return mark;
    }

    /**
     * Goes back to the element around.
     *
     * @param mark the one that entering returned
     */
    public void leave(int mark) {
        table.leave(mark);
    }

    /** The rows so far. */
    public long rows() {
        return table.rows();
    }

    /**
     * Writes the row of an attribute of the element that the output is in.
     *
     * @param number of the attribute in the schema
     * @throws io.parley.ParleyException {@code ENCODING} if the value has characters that XML 1.0 has not
     */
    public void attribute(int number, String value) {
        table.attribute(number, value);
    }

    /** The attribute that stands for all others. */
    public void attributeXml(int number, String bearer) {
        table.attributeXml(number, bearer);
    }

    /** The element's text. */
    public void text(String value) {
        table.text(value);
    }

    /** Writes a row that marks the element as {@code xsi:nil}. */
    public void nil() {
        table.mark(Mark.NIL);
    }

    /** The whole element as XML. */
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
