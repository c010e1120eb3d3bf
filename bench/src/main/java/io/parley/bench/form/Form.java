package io.parley.bench.form;

import io.parley.bench.document.Document;

/** A form of documents, with a reader and a writer. */
public interface Form extends AutoCloseable {
    /** Returns the name in results. */
    String name();

    /** Returns whether the form supports the direction for the document. */
    boolean does(Direction direction, Document document);

    /** Returns the work to measure, prepared for the document. */
    Work work(Direction direction, Document document) throws Exception;

    /** Returns the document's size in this form, in bytes. */
    long bytes(Document document) throws Exception;

    /** Returns whether the result of reading is a {@link Tally}. */
    default boolean isSeen() {
        return true;
    }

    /** Releases the form's memory. */
    @Override
    default void close() {}
}
