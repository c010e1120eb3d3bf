package io.parley.representation;

import io.parley.binding.Binding;
import io.parley.binding.BoundSlot;
import io.parley.binding.Part;
import java.util.NoSuchElementException;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Skeleton of readers of typed representations. At a typed part it shows the part's start, decodes the part on demand,
 * and expands it to events for callers that read on. Subclasses read the events around the parts. Belongs to one thread
 * at a time.
 */
public abstract class TypedReader extends SwitchingReader implements ContentReader {
    private final Representation infoset;
    private final Source source;
    private @Nullable OpenPart part;
    private boolean ended;

    /**
     * @param infoset the representation for the events of expanded parts
     * @param source source of the message
     */
    protected TypedReader(Representation infoset, Source source) {
        this.infoset = infoset;
        this.source = source;
        show(OneEvent.BEGINNING);
    }

    /**
     * Reads the next event outside of parts.
     *
     * @param behindPart whether the last event was the end of a part
     */
    protected abstract int nextAround(boolean behindPart) throws XMLStreamException;

    /** Decodes the part at the current position; null if its value has no Java form. */
    protected abstract @Nullable Object decode(Part agreed, BoundSlot root) throws XMLStreamException;

    /**
     * Reads the decoded part's pending binaries into memory, because they are read twice: as events, and by the owner
     * of the value.
     */
    protected abstract void holdBinaries();

    /**
     * Shows the start of a typed part.
     *
     * @param names reader that resolves the namespaces around it, or null if there are none
     */
    protected final int open(int index, Part agreed, @Nullable XMLStreamReader names) {
        Binding binding = agreed.binding();
        if (binding == null) {
            throw new IllegalStateException("expected a typed part, found one without a binding");
        }
        OpenPart opened = new OpenPart(index, agreed, binding, this, names);
        part = opened;
        show(opened.tag());
        return START_ELEMENT;
    }

    /** Shows the end of the document, if the other readers do not. */
    protected final int endDocument(@Nullable XMLStreamReader names) {
        show(OneEvent.end(names));
        return END_DOCUMENT;
    }

    @Override
    public final int next() throws XMLStreamException {
        if (ended) {
            throw new NoSuchElementException("the document has ended");
        }
        OpenPart open = part;
        if (open != null && !open.isPast()) {
            return open.next();
        }
        part = null;
        int event = nextAround(open != null);
        ended = event == END_DOCUMENT;
        return event;
    }

    @Override
    public final boolean hasNext() {
        return !ended;
    }

    @Override
    public final @Nullable TypedPart part() {
        return part != null && part.isAtStart() ? part : null;
    }

    @Override
    public final @Nullable Object getProperty(String name) {
        return PART.equals(name) ? part() : super.getProperty(name);
    }

    /** Does nothing: the owner closes the source. */
    @Override
    public final void close() {}

    @Override
    protected final @Nullable XMLStreamReader around() {
        OpenPart open = part;
        return open == null ? outer() : open.around();
    }

    /**
     * Returns the reader that resolves namespaces outside of parts which the reader of the current event does not know;
     * null if there are none.
     */
    protected @Nullable XMLStreamReader outer() {
        return null;
    }

    final Representation infoset() {
        return infoset;
    }

    final Source source() {
        return source;
    }
}
