package io.parley.binding;

import java.util.List;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/** How the objects of a part are reached. Thread-safe. */
public interface Binding {
    /** Whether this object is of a class that the binding knows for the part's root. */
    boolean accepts(Object value);

    /**
     * Whether all that an accepted object holds has a place in the layout. What has none, though XML has a form for it
     * (a null where the schema has no nil), sends the part as infoset.
     */
    boolean fits(Object value);

    /** The part's element, as a slot that occurs once. It has no owner: its item is what {@link #itemOf} says. */
    BoundSlot root();

    /**
     * The part's element as it is when it comes: the same layout, perhaps tied otherwise. Its item is what {@link #valueOf}
     * takes.
     */
    default BoundSlot received() {
        return root();
    }

    /**
     * Why what comes is made into XML before the application's objects are made of it, though it travelled typed; empty
     * if it is not.
     */
    default String detour() {
        return "";
    }

    /** What stands in the part's element for an object: itself, unless its class is not the one that JAXB is given. */
    default Object itemOf(Object value) {
        return value;
    }

    /** The object of what stands in the part's element; null if Java has none. */
    default @Nullable Object valueOf(Object item) {
        return item;
    }

    /** The places inside the part that travel as infoset, and why; empty if all of it is typed. */
    List<Untyped> report();

    /**
     * Why some of the classes are reached by method handles, which is slower, though generated code was asked for ({@link
     * Accessors}); empty if none is.
     */
    default List<String> interpreted() {
        return List.of();
    }

    /**
     * Whether its objects may have content that travels beside the message, and that some of them can give only once.
     */
    boolean hasStreamedBinaries();

    /** Writes the part's element as plain events, from its start to its end. */
    void write(Object value, XMLStreamWriter out) throws XMLStreamException;

    /**
     * Reads the part's element from plain events.
     *
     * @param in at the element's start; left at its end
     * @throws io.parley.ParleyException {@code SCHEMA_VIOLATION} if the events do not fit
     */
    Object read(XMLStreamReader in) throws XMLStreamException;

    /**
     * A place that travels as infoset inside a typed part.
     *
     * @param path type and member, as error texts name them
     * @param reason why it has no layout of its own
     */
    record Untyped(String path, String reason) {}
}
