package io.parley.representation.hhfr;

import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import javax.xml.namespace.QName;
import javax.xml.stream.Location;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * An event that no infoset reader has: the beginning and end of the document, and the start and end of a typed part.
 * The start knows the element's name; whoever asks for more gets the part expanded.
 */
final class OneEvent implements XMLStreamReader {
    private final int event;
    private final HhfrReader.@Nullable OpenPart part;
    private final @Nullable XMLStreamReader around;

    /**
     * @param part whose start or end it is, or null for the document's
     * @param around knows what is declared around it, or null if nothing is
     */
    OneEvent(int event, HhfrReader.@Nullable OpenPart part, @Nullable XMLStreamReader around) {
        this.event = event;
        this.part = part;
        this.around = around;
    }

    @Override
    public int getEventType() {
        return event;
    }

    @Override
    public QName getName() {
        if (part == null) {
            throw new IllegalStateException("expected to stand at an element");
        }
        return part.agreed().element();
    }

    @Override
    public String getLocalName() {
        return getName().getLocalPart();
    }

    @Override
    public @Nullable String getNamespaceURI() {
        String namespace = getName().getNamespaceURI();
        return namespace.isEmpty() ? null : namespace;
    }

    @Override
    public boolean hasName() {
        return part != null;
    }

    @Override
    public boolean isStartElement() {
        return event == START_ELEMENT;
    }

    @Override
    public boolean isEndElement() {
        return event == END_ELEMENT;
    }

    @Override
    public boolean isCharacters() {
        return false;
    }

    @Override
    public boolean isWhiteSpace() {
        return false;
    }

    @Override
    public boolean hasText() {
        return false;
    }

    @Override
    public @Nullable String getPrefix() {
        return event == START_ELEMENT ? expanded().getPrefix() : "";
    }

    @Override
    public int getAttributeCount() {
        return expanded().getAttributeCount();
    }

    @Override
    public @Nullable String getAttributeValue(@Nullable String namespace, String localName) {
        return expanded().getAttributeValue(namespace, localName);
    }

    @Override
    public QName getAttributeName(int index) {
        return expanded().getAttributeName(index);
    }

    @Override
    public @Nullable String getAttributeNamespace(int index) {
        return expanded().getAttributeNamespace(index);
    }

    @Override
    public String getAttributeLocalName(int index) {
        return expanded().getAttributeLocalName(index);
    }

    @Override
    public @Nullable String getAttributePrefix(int index) {
        return expanded().getAttributePrefix(index);
    }

    @Override
    public String getAttributeType(int index) {
        return expanded().getAttributeType(index);
    }

    @Override
    public String getAttributeValue(int index) {
        return expanded().getAttributeValue(index);
    }

    @Override
    public boolean isAttributeSpecified(int index) {
        return expanded().isAttributeSpecified(index);
    }

    @Override
    public int getNamespaceCount() {
        return event == START_ELEMENT ? expanded().getNamespaceCount() : 0;
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
        return around == null ? null : around.getNamespaceURI(prefix);
    }

    @Override
    public NamespaceContext getNamespaceContext() {
        return around == null ? NoNames.NONE : around.getNamespaceContext();
    }

    @Override
    public Location getLocation() {
        return around == null ? Nowhere.NOWHERE : around.getLocation();
    }

    @Override
    public @Nullable Object getProperty(String name) {
        return around == null ? null : around.getProperty(name);
    }

    @Override
    public @Nullable String getEncoding() {
        return null;
    }

    @Override
    public @Nullable String getVersion() {
        return null;
    }

    @Override
    public boolean isStandalone() {
        return false;
    }

    @Override
    public boolean standaloneSet() {
        return false;
    }

    @Override
    public @Nullable String getCharacterEncodingScheme() {
        return null;
    }

    @Override
    public void require(int type, @Nullable String namespace, @Nullable String localName) throws XMLStreamException {
        boolean same = type == event
                && (namespace == null || namespace.equals(getName().getNamespaceURI()))
                && (localName == null || localName.equals(getLocalName()));
        if (!same) {
            throw new XMLStreamException("expected another event", getLocation());
        }
    }

    @Override
    public int next() throws XMLStreamException {
        throw new XMLStreamException("one event has no next");
    }

    @Override
    public int nextTag() throws XMLStreamException {
        return next();
    }

    @Override
    public String getElementText() throws XMLStreamException {
        throw new XMLStreamException("one event has no text");
    }

    @Override
    public boolean hasNext() {
        return false;
    }

    @Override
    public void close() {}

    @Override
    public String getText() {
        throw noText();
    }

    @Override
    public char[] getTextCharacters() {
        throw noText();
    }

    @Override
    public int getTextCharacters(int sourceStart, char[] target, int targetStart, int length) {
        throw noText();
    }

    @Override
    public int getTextStart() {
        throw noText();
    }

    @Override
    public int getTextLength() {
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
        if (part == null || event != START_ELEMENT) {
            throw new IllegalStateException("expected to stand at the start of an element");
        }
        try {
            return part.expand();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("the part's events cannot be made", e);
        }
    }

    private static IllegalStateException noText() {
        return new IllegalStateException("expected to stand at text or an instruction");
    }

    /** Where nothing is declared. */
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
        public java.util.Iterator<String> getPrefixes(String namespace) {
            String prefix = getPrefix(namespace);
            return (prefix == null ? java.util.List.<String>of() : java.util.List.of(prefix)).iterator();
        }
    }

    /** A location in bytes that nobody knows. */
    private enum Nowhere implements Location {
        NOWHERE;

        @Override
        public int getLineNumber() {
            return -1;
        }

        @Override
        public int getColumnNumber() {
            return -1;
        }

        @Override
        public int getCharacterOffset() {
            return -1;
        }

        @Override
        public @Nullable String getPublicId() {
            return null;
        }

        @Override
        public @Nullable String getSystemId() {
            return null;
        }
    }
}
