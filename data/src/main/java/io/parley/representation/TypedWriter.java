package io.parley.representation;

import io.parley.binding.Binding;
import io.parley.binding.Part;
import io.parley.binding.Parts;
import javax.xml.stream.XMLStreamException;

/**
 * Skeleton of a writer of typed representations: decides which values it takes as a part; embeds other representations
 * and is not embedded itself. Belongs to one thread at a time.
 */
public abstract class TypedWriter extends EventWriter implements ContentWriter {
    private final Parts parts;

    protected TypedWriter(Parts parts) {
        this.parts = parts;
    }

    /** Writes a value that the binding accepts as the typed part of that number. */
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

    /** Does nothing: the sink hands on what is full, its owner the rest. */
    @Override
    public final void flush() {}

    /** Ends a document that is complete; one that is not stays visibly cut off. */
    @Override
    public final void close() throws XMLStreamException {
        if (depth() == 0) {
            writeEndDocument();
        }
    }
}
