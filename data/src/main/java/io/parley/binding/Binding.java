package io.parley.binding;

import java.util.List;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/** Access to the objects of a part, according to its layout. Thread-safe. */
public interface Binding {
    /** Returns whether the object is of a class that the binding supports as the part's root. */
    boolean accepts(Object value);

    /**
     * Returns whether the layout can represent all content of an accepted object. If it cannot but XML can, as for a
     * null where the schema does not allow nil, the part is sent as infoset.
     */
    boolean fits(Object value);

    /**
     * Returns the part's element for sending, as a slot that occurs once. It has no owner; its item is that of {@link
     * #itemOf}.
     */
    BoundSlot root();

    /**
     * Returns the part's element for receiving: the same layout, possibly with another binding. {@link #valueOf}
     * accepts its item.
     */
    default BoundSlot received() {
        return root();
    }

    /**
     * Returns the reason why a received typed part is first converted to XML, from which JAXB creates the objects;
     * empty if it is not.
     */
    default String detour() {
        return "";
    }

    /** Returns the item of the part's element for an object: the object itself, unless JAXB marshals another class. */
    default Object itemOf(Object value) {
        return value;
    }

    /** Returns the object for an item of the part's element; null if it has no Java form. */
    default @Nullable Object valueOf(Object item) {
        return item;
    }

    /** Returns the places in the part that are sent as infoset, with reasons; empty if all of it is typed. */
    List<Untyped> report();

    /**
     * Returns the reasons why some classes are accessed by method handles, which is slower, although generated code was
     * requested ({@link Accessors}); empty if there are none.
     */
    default List<String> interpreted() {
        return List.of();
    }

    /**
     * Returns whether objects may have content that is sent on side streams, some of which may be readable only once.
     */
    boolean hasStreamedBinaries();

    /** Writes the part's element as plain events, from its start to its end. */
    void write(Object value, XMLStreamWriter out) throws XMLStreamException;

    /**
     * Reads the part's element from plain events.
     *
     * @param in reader at the element's start; moved to its end
     * @throws io.parley.ParleyException {@code SCHEMA_VIOLATION} if the events do not conform to the schema
     */
    Object read(XMLStreamReader in) throws XMLStreamException;

    /**
     * A place inside a typed part that is sent as infoset.
     *
     * @param path type and member, as in error messages
     * @param reason why it has no layout of its own
     */
    record Untyped(String path, String reason) {}
}
