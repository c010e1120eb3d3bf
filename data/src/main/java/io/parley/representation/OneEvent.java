package io.parley.representation;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import javax.xml.namespace.QName;
import javax.xml.stream.Location;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reader of a single event that no infoset reader produces: the start or end of the document, or the start or end of a
 * typed part. At the start of a part it knows the element's name; any further query expands the part.
 */
final class OneEvent extends StaxReader {
    /** The start of any document. */
    static final OneEvent BEGINNING = new OneEvent(START_DOCUMENT, null, null);

    private static final OneEvent END = new OneEvent(END_DOCUMENT, null, null);

    private final int event;
    private final @Nullable OpenPart part;
    private final @Nullable XMLStreamReader around;

    private OneEvent(int event, @Nullable OpenPart part, @Nullable XMLStreamReader around) {
        this.event = event;
        this.part = part;
        this.around = around;
    }

    /**
     * Returns the end of a document.
     *
     * @param around reader that resolves the namespaces in scope, or null if there are none
     */
    static OneEvent end(@Nullable XMLStreamReader around) {
        return around == null ? END : new OneEvent(END_DOCUMENT, null, around);
    }

    /**
     * Returns the start of a part, which becomes its end once the part was taken.
     *
     * @param around reader that resolves the namespaces in scope, or null if there are none
     */
    static OneEvent of(OpenPart part, @Nullable XMLStreamReader around) {
        return new OneEvent(START_ELEMENT, part, around);
    }

    @Override
    public int getEventType() {
        return part == null || part.isAtStart() ? event : END_ELEMENT;
    }

    @Override
    public int next() {
        throw new NoSuchElementException("a single event has no next one");
    }

    @Override
    public boolean hasNext() {
        return false;
    }

    @Override
    public QName getName() {
        if (part == null) {
            throw new IllegalStateException("expected an element as the current event");
        }
        return part.element();
    }

    @Override
    public String getPrefix() {
        return getEventType() == START_ELEMENT ? expanded().getPrefix() : "";
    }

    @Override
    public int getAttributeCount() {
        return expanded().getAttributeCount();
    }

    @Override
    public QName getAttributeName(int index) {
        return expanded().getAttributeName(index);
    }

    @Override
    public String getAttributeValue(int index) {
        return expanded().getAttributeValue(index);
    }

    @Override
    public int getNamespaceCount() {
        return getEventType() == START_ELEMENT ? expanded().getNamespaceCount() : 0;
    }

    @Override
    public @Nullable String getNamespacePrefix(int index) {
        return expanded().getNamespacePrefix(index);
    }

    @Override
    public @Nullable String getNamespaceURI(int index) {
        return expanded().getNamespaceURI(index);
    }

    @Override
    public @Nullable String getNamespaceURI(String prefix) {
        XMLStreamReader names = names();
        return names == null ? null : names.getNamespaceURI(prefix);
    }

    @Override
    public NamespaceContext getNamespaceContext() {
        XMLStreamReader names = names();
        return names == null ? NoNames.NONE : names.getNamespaceContext();
    }

    /**
     * Returns the reader that resolves the namespaces in scope: at a part's start the part itself, since its element
     * may declare some.
     */
    private @Nullable XMLStreamReader names() {
        return part != null && getEventType() == START_ELEMENT ? expanded() : around;
    }

    @Override
    public Location getLocation() {
        return around == null ? place(0) : around.getLocation();
    }

    @Override
    public @Nullable Object getProperty(String name) {
        return around == null ? null : around.getProperty(name);
    }

    @Override
    public @Nullable String getCharacterEncodingScheme() {
        return null;
    }

    @Override
    public String getText() {
        throw noText();
    }

    @Override
    public String getPITarget() {
        throw noText();
    }

    @Override
    public String getPIData() {
        throw noText();
    }

    private XMLStreamReader expanded() {
        if (part == null || getEventType() != START_ELEMENT) {
            throw new IllegalStateException("expected the start of an element as the current event");
        }
        try {
            return part.expand();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("cannot expand the part to events", e);
        }
    }

    private static IllegalStateException noText() {
        return new IllegalStateException("expected text or an instruction as the current event");
    }

    /** Namespace context without declarations. */
    private enum NoNames implements NamespaceContext {
        NONE;

        @Override
        public @Nullable String getNamespaceURI(String prefix) {
            return switch (prefix) {
                case XMLConstants.XML_NS_PREFIX -> XMLConstants.XML_NS_URI;
                case XMLConstants.XMLNS_ATTRIBUTE -> XMLConstants.XMLNS_ATTRIBUTE_NS_URI;
                default -> XMLConstants.NULL_NS_URI;
            };
        }

        @Override
        public @Nullable String getPrefix(String namespace) {
            return namespace.equals(XMLConstants.XML_NS_URI) ? XMLConstants.XML_NS_PREFIX : null;
        }

        @Override
        public Iterator<String> getPrefixes(String namespace) {
            String prefix = getPrefix(namespace);
            return (prefix == null ? List.<String>of() : List.of(prefix)).iterator();
        }
    }
}
