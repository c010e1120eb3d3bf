package io.parley.representation;

import io.parley.binding.Binding;
import io.parley.binding.Part;
import io.parley.binding.Parts;
import javax.xml.stream.XMLStreamException;

/**
 * Skeleton of writers of typed representations. Decides which values are written as typed parts. It embeds other
 * representations and cannot be embedded itself. Belongs to one thread at a time.
 */
public abstract class TypedWriter extends EventWriter implements ContentWriter {
    private final Parts parts;

    protected TypedWriter(Parts parts) {
        this.parts = parts;
    }

    /** Writes a value, which the binding accepts, as the typed part of that number. */
    protected abstract void writePart(int part, Part agreed, Binding binding, Object value) throws XMLStreamException;

    @Override
    public final boolean canWrite(int part, Object value) {
        if (part < 0 || part >= parts.size()) {
            return false;
        }
        return parts.get(part).takes(value);
    }

    @Override
    public final void writePart(int part, Object value) throws XMLStreamException {
        Part agreed = parts.get(part);
        writePart(part, agreed, agreed.bindingOf(value), value);
    }

    @Override
    public final void pause() throws XMLStreamException {
        throw new XMLStreamException("a typed representation embeds others and is not embedded itself");
    }

    /** Does nothing: the sink passes on full chunks, and its owner finishes it. */
    @Override
    public final void flush() {}

    /** Ends a document that is complete. One that is not stays visibly truncated. */
    @Override
    public final void close() throws XMLStreamException {
        if (depth() == 0) {
            writeEndDocument();
        }
    }
}
