package io.parley.bench.form;

import io.parley.bench.document.Document;

/** A way to hold documents, with a reader and a writer. */
public interface Form extends AutoCloseable {
    /** Its name in results. */
    String name();

    /** Whether it can do that with that document. */
    boolean does(Direction direction, Document document);

    /** What is measured, made ready for that document. */
    Work work(Direction direction, Document document) throws Exception;

    /** How many bytes the document has in this form. */
    long bytes(Document document) throws Exception;

    /** Whether a reading returns a {@link Tally} of what it saw. */
    default boolean isSeen() {
        return true;
    }

    /** Gives up its memory. */
    @Override
    default void close() {}
}
