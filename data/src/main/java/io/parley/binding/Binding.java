package io.parley.binding;

import java.util.List;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/** Access to the objects of a part. Thread-safe. */
public interface Binding {
    /** Returns whether this object is of a class that the binding knows for the part's root. */
    boolean accepts(Object value);

    /**
     * Returns whether all content of an accepted object has a place in the layout. Content without one, though XML has
     * a form for it (a null where the schema has no nil), makes the part travel as infoset.
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
     * Returns the reason why a received typed part is first turned into XML, of which JAXB then makes the application's
     * objects; empty if it is not.
     */
    default String detour() {
        return "";
    }

    /** Returns the item in the part's element for an object: the object itself, unless JAXB is given another class. */
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
     * Returns the reasons why some of the classes are reached by method handles, which is slower, although generated
     * code was asked for ({@link Accessors}); empty if there are none.
     */
    default List<String> interpreted() {
        return List.of();
    }

    /**
     * Returns whether objects may have content that travels on side streams, and that some of them can give only once.
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
