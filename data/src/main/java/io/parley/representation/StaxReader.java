package io.parley.representation;

import java.util.Objects;
import javax.xml.namespace.QName;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/**
 * Skeleton of a StAX reader. Subclasses implement the events, names and values, and inherit all methods that follow
 * from those. Absent prefixes and namespaces of names are empty strings. Nothing is coalesced or validated, and there
 * are no entities. Belongs to one thread at a time.
 */
public abstract class StaxReader implements ContentReader {

    @Override
    public @Nullable Object getProperty(String name) {
        if (name == null) {
            throw new IllegalArgumentException("the property's name is null");
        }
        return switch (name) {
            case XMLInputFactory.IS_NAMESPACE_AWARE -> true;
            case XMLInputFactory.IS_VALIDATING,
                    XMLInputFactory.IS_COALESCING,
                    XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES,
                    XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES,
                    XMLInputFactory.SUPPORT_DTD -> false;
            default -> null;
        };
    }

    @Override
    public boolean isStartElement() {
        return getEventType() == START_ELEMENT;
    }

    @Override
    public boolean isEndElement() {
        return getEventType() == END_ELEMENT;
    }

    @Override
    public boolean isCharacters() {
        return getEventType() == CHARACTERS;
    }

    @Override
    public boolean isWhiteSpace() {
        return (getEventType() == CHARACTERS || getEventType() == CDATA) && isBlank(getText());
    }

    @Override
    public void require(int type, @Nullable String namespace, @Nullable String local) throws XMLStreamException {
        if (type != getEventType()) {
            throw wrong("event " + type, "event " + getEventType());
        }
        if (local != null && !local.equals(getLocalName())) {
            throw wrong("element " + local, "another");
        }
        if (namespace != null && !namespace.equals(getNamespaceURI())) {
            throw wrong("an element in " + namespace, "one in another namespace");
        }
    }

    @Override
    public String getElementText() throws XMLStreamException {
        if (getEventType() != START_ELEMENT) {
            throw wrong("a start tag", "event " + getEventType());
        }
        String first = "";
        StringBuilder more = null;
        while (next() != END_ELEMENT) {
            if (getEventType() == CHARACTERS || getEventType() == CDATA) {
                if (first.isEmpty()) {
                    first = getText();
                } else {
                    more = (more == null ? new StringBuilder(first) : more).append(getText());
                }
            } else if (getEventType() != COMMENT && getEventType() != PROCESSING_INSTRUCTION) {
                throw wrong("text and an end tag", "event " + getEventType());
            }
        }
        return more == null ? first : more.toString();
    }

    @Override
    public int nextTag() throws XMLStreamException {
        while (true) {
            int next = next();
            if (next == START_ELEMENT || next == END_ELEMENT) {
                return next;
            }
            boolean skipped = next == COMMENT || next == PROCESSING_INSTRUCTION || isWhiteSpace();
            if (!skipped) {
                throw wrong("a tag", "event " + next);
            }
        }
    }

    @Override
    public void close() {}

    @Override
    public boolean hasName() {
        return getEventType() == START_ELEMENT || getEventType() == END_ELEMENT;
    }

    @Override
    public String getLocalName() {
        return getName().getLocalPart();
    }

    @Override
    public String getNamespaceURI() {
        return getName().getNamespaceURI();
    }

    @Override
    public String getPrefix() {
        return getName().getPrefix();
    }

    @Override
    public String getAttributeNamespace(int index) {
        return getAttributeName(index).getNamespaceURI();
    }

    @Override
    public String getAttributeLocalName(int index) {
        return getAttributeName(index).getLocalPart();
    }

    @Override
    public String getAttributePrefix(int index) {
        return getAttributeName(index).getPrefix();
    }

    @Override
    public String getAttributeType(int index) {
        Objects.checkIndex(index, getAttributeCount());
        return "CDATA";
    }

    @Override
    public @Nullable String getAttributeValue(@Nullable String namespace, String local) {
        int count = getAttributeCount();
        for (int i = 0; i < count; i++) {
            QName name = getAttributeName(i);
            if (name.getLocalPart().equals(local)
                    && (namespace == null || name.getNamespaceURI().equals(namespace))) {
                return getAttributeValue(i);
            }
        }
        return null;
    }

    @Override
    public boolean isAttributeSpecified(int index) {
        Objects.checkIndex(index, getAttributeCount());
        return true;
    }

    @Override
    public boolean hasText() {
        return getEventType() == CHARACTERS || getEventType() == CDATA || getEventType() == COMMENT;
    }

    @Override
    public char[] getTextCharacters() {
        return getText().toCharArray();
    }

    @Override
    public int getTextCharacters(int sourceStart, char[] into, int targetStart, int length) {
        int copied = Math.min(length, getTextLength() - sourceStart);
        getText().getChars(sourceStart, sourceStart + copied, into, targetStart);
        return copied;
    }

    @Override
    public int getTextStart() {
        inState(hasText());
        return 0;
    }

    @Override
    public int getTextLength() {
        return getText().length();
    }

    @Override
    public @Nullable String getEncoding() {
        return getCharacterEncodingScheme();
    }

    @Override
    public String getVersion() {
        return "1.0";
    }

    @Override
    public boolean isStandalone() {
        return false;
    }

    @Override
    public boolean standaloneSet() {
        return false;
    }

    private XMLStreamException wrong(String expected, String found) {
        return new XMLStreamException("expected " + expected + ", found " + found, getLocation());
    }

    private static boolean isBlank(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
                return false;
            }
        }
        return true;
    }

    /**
     * Checks that a method may be called at the current event.
     *
     * @throws IllegalStateException if it may not
     */
    protected static void inState(boolean allowed) {
        if (!allowed) {
            throw new IllegalStateException("the current event does not have this property");
        }
    }

    /** Returns the location of a reader that knows its byte offset, but not lines or columns. */
    protected static Location place(long offset) {
        return new Place((int) Math.min(Integer.MAX_VALUE, offset));
    }

    private record Place(int offset) implements Location {
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
            return offset;
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
