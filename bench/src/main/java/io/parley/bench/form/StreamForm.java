package io.parley.bench.form;

import io.parley.bench.document.Document;

/** A form that is read and written as a stream of events. */
abstract class StreamForm implements Form {
    private final String name;

    StreamForm(String name) {
        this.name = name;
    }

    /** Returns work that writes events, always to the same memory; its result is the number of bytes. */
    abstract Work writing(Document document, Events events) throws Exception;

    /** Returns work that reads the bytes that {@link #writing} wrote last. */
    abstract Work reading(Document document) throws Exception;

    @Override
    public final String name() {
        return name;
    }

    @Override
    public boolean does(Direction direction, Document document) {
        return direction == Direction.READ || direction == Direction.WRITE;
    }

    @Override
    public final Work work(Direction direction, Document document) throws Exception {
        Work writing = writing(document, events(document));
        if (direction == Direction.WRITE) {
            return writing;
        }
        writing.run();
        return reading(document);
    }

    @Override
    public final long bytes(Document document) throws Exception {
        return writing(document, events(document)).run();
    }

    static Events events(Document document) throws Exception {
        return Events.of(RivalParsers.woodstox().createXMLStreamReader(document.xml()));
    }
}
