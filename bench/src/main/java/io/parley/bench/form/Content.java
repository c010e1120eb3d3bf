package io.parley.bench.form;

import io.parley.representation.Sink;
import io.parley.representation.Source;
import javax.xml.stream.XMLStreamException;

/**
 * Writes values as content of messages, and reads them. Thread-safe.
 *
 * @param <T> the type of the values
 */
public interface Content<T> {
    /** Writes a value. */
    void write(T value, Sink sink) throws XMLStreamException;

    /** Reads a complete source, which the caller closes. */
    T read(Source source) throws XMLStreamException;
}
