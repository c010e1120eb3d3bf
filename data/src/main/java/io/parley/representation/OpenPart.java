package io.parley.representation;

import io.parley.binding.Binding;
import io.parley.binding.Part;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** A typed part that a reader has reached: at its start, expanded to events, or taken and at its end. */
final class OpenPart implements ContentReader.TypedPart {
    private final int index;
    private final Part agreed;
    private final Binding binding;
    private final TypedReader reader;
    private final @Nullable XMLStreamReader around;
    /** The part's start event; its end event once the part was taken. */
    private final OneEvent tag;

    private @Nullable Object value;
    private boolean decoded;
    private @Nullable Expansion expansion;
    private boolean atStart = true;
    private boolean past;

    /**
     * @param around reader that resolves the namespaces around the part, or null if there are none
     */
    OpenPart(int index, Part agreed, Binding binding, TypedReader reader, @Nullable XMLStreamReader around) {
        this.index = index;
        this.agreed = agreed;
        this.binding = binding;
        this.reader = reader;
        this.around = around;
        this.tag = OneEvent.of(this, around);
    }

    @Override
    public int index() {
        return index;
    }

    /** Returns the reader that resolves the namespaces around the part; null if there are none. */
    @Nullable
    XMLStreamReader around() {
        return around;
    }

    OneEvent tag() {
        return tag;
    }

    QName element() {
        return agreed.element();
    }

    boolean isAtStart() {
        return atStart;
    }

    boolean isPast() {
        return past;
    }

    @Override
    public @Nullable Object take() throws XMLStreamException {
        if (!atStart) {
            throw new XMLStreamException("expected an unread part, found one that was taken or whose events were read");
        }
        Object taken = decode();
        atStart = false;
        past = true;
        reader.show(tag);
        return taken;
    }

    /** Returns the part's events, for a caller that queries more than its name. The object can still be taken. */
    XMLStreamReader expand() throws XMLStreamException {
        Expansion events = expansion;
        if (events == null) {
            Object shown = agreed.required(decode());
            reader.holdBinaries();
            events = new Expansion(reader.infoset(), shown, binding, reader.source());
            expansion = events;
            reader.show(events.reader());
        }
        return events.reader();
    }

    int next() throws XMLStreamException {
        atStart = false;
        XMLStreamReader events = expand();
        int event = events.next();
        past = expansion != null && expansion.isOver(event);
        return event;
    }

    private @Nullable Object decode() throws XMLStreamException {
        if (!decoded) {
            value = agreed.valueOf(reader.decode(agreed, binding.received()));
            decoded = true;
        }
        return value;
    }
}
