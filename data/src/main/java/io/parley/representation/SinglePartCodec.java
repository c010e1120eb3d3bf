package io.parley.representation;

import io.parley.binding.Parts;
import javax.xml.stream.XMLStreamException;

/**
 * Direct codec for messages that consist of a single typed part. Writes and reads the same bytes as {@link
 * Representation#newWriter} and {@link Representation#newReader}, without events in between. Thread-safe.
 */
public interface SinglePartCodec {
    /**
     * Writes a whole message. The caller finishes or discards the sink.
     *
     * @param parts the agreed parts
     * @param number of the typed part among them
     * @param value a value that the part {@linkplain io.parley.binding.Part#takes takes}
     * @throws io.parley.ParleyException {@code ENCODING} if it cannot be encoded; the message must then be abandoned
     */
    void write(Sink sink, Parts parts, int number, Object value) throws XMLStreamException;

    /**
     * Returns whether an unread message begins with a typed part. If not, a reader of events has to read the content.
     */
    boolean isNext(Source source);

    /**
     * Reads a whole message that begins with a typed part. The caller closes the source.
     *
     * @param parts the agreed parts
     * @param number of the expected part among them
     * @throws io.parley.ParleyException {@code SCHEMA_VIOLATION} if it is another part, {@code MALFORMED_MESSAGE} if it
     *     cannot be decoded
     */
    Object read(Source source, Parts parts, int number) throws XMLStreamException;
}
