package io.parley.representation;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Writer of one message as a sequence of infoset events. Typed representations encode whole parts directly from their
 * objects. Namespace declarations, prefixes, and attribute and text boundaries are kept as written. Belongs to one
 * thread at a time.
 */
public interface ContentWriter extends XMLStreamWriter {
    /**
     * Returns whether {@link #writePart} accepts this value. False for every part of an infoset representation, for
     * parts without a codec and for values whose class the codec does not know.
     */
    boolean canWrite(int part, Object value);

    /**
     * Writes a whole element, from its start to its end, as a typed part at the current position.
     *
     * @param part index into the agreed parts
     * @throws io.parley.ParleyException {@code ENCODING} if the value cannot be encoded; the message must then be
     *     abandoned
     */
    void writePart(int part, Object value) throws XMLStreamException;

    /**
     * Lets another encoder write to the sink at this position. All previous events are complete in the sink, and the
     * reader will pause exactly here. Names written before stay known. Used by representations that embed this one.
     */
    void pause() throws XMLStreamException;
}
