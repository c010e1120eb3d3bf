package io.parley.representation;

import io.parley.binding.Parts;
import javax.xml.stream.XMLStreamException;

/**
 * The short way of messages that are one typed part and nothing else: the same bytes as {@link Representation#newWriter}
 * and {@link Representation#newReader} write and read, without events in between. Thread-safe.
 */
public interface LonePart {
    /**
     * Writes all of a message. The sink stays the caller's to finish or discard.
     *
     * @param parts the agreed parts
     * @param number of a typed one among them
     * @param value one that the part {@linkplain io.parley.binding.Part#takes takes}
     * @throws io.parley.ParleyException {@code ENCODING} if it cannot be encoded; the message must then be abandoned
     */
    void write(Sink sink, Parts parts, int number, Object value) throws XMLStreamException;

    /**
     * Returns whether an unread message begins with a typed part; if not, a reader of events identifies the content.
     */
    boolean isNext(Source source);

    /**
     * Reads all of a message that begins with a typed part. The source stays the caller's to close.
     *
     * @param parts the agreed parts
     * @param number of the typed one that is expected
     * @throws io.parley.ParleyException {@code SCHEMA_VIOLATION} if it is another of them, {@code MALFORMED_MESSAGE}
     */
    Object read(Source source, Parts parts, int number) throws XMLStreamException;
}
