package io.parley.bench.form;

import io.parley.representation.Sink;
import io.parley.representation.Source;
import javax.xml.stream.XMLStreamException;

/**
 * How values become the content of messages and content values. Thread-safe.
 *
 * @param <T> the values
 */
public interface Content<T> {
    /** Writes a value. */
    void write(T value, Sink sink) throws XMLStreamException;

    /** Reads the whole of a source, which stays the caller's. */
    T read(Source source) throws XMLStreamException;
}
