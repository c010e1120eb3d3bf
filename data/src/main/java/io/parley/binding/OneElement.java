package io.parley.binding;

import java.util.List;
import java.util.NoSuchElementException;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;
import org.jspecify.annotations.Nullable;

/**
 * Reader that shows one element of a longer document as a document of its own, inside simulated parent elements. It
 * never moves the underlying reader beyond the element's end.
 *
 * <p>If the underlying reader fails, the open elements are closed, and {@link #failure} returns the exception.
 * Otherwise JAXB would keep the partial content of a map in a thread-local until the map's element ends.
 */
final class OneElement extends StreamReaderDelegate {
    /** Name of elements that are closed because the underlying reader failed. */
    private static final QName LOST = new QName("lost");

    private final List<QName> parents;
    private int opened;
    private int closed;
    private int depth = 1;
    private boolean started;
    private boolean ended;
    private @Nullable Exception failure;

    /**
     * @param in reader at the element's start
     * @param parents names of the parents, outermost first; may be empty
     */
    OneElement(XMLStreamReader in, List<QName> parents) {
        super(in);
        this.parents = parents.stream().map(OneElement::interned).toList();
        this.opened = parents.isEmpty() ? 0 : 1;
        this.started = parents.isEmpty();
    }

    /** Returns a name as parsers return theirs: JAXB compares names by identity if a parser says so. */
    private static QName interned(QName name) {
        return new QName(name.getNamespaceURI().intern(), name.getLocalPart().intern());
    }

    @Override
    public int next() throws XMLStreamException {
        if (!started) {
            return nextStart();
        }
        if (depth > 0) {
            return nextInside();
        }
        if (closed < parents.size()) {
            closed++;
            return END_ELEMENT;
        }
        if (ended) {
            throw new NoSuchElementException("the element has ended");
        }
        ended = true;
        return END_DOCUMENT;
    }

    private int nextInside() {
        if (failure == null) {
            try {
                int event = super.next();
                depth += event == START_ELEMENT ? 1 : event == END_ELEMENT ? -1 : 0;
                return event;
            } catch (XMLStreamException | RuntimeException e) {
                failure = e;
            }
        }
        depth--;
        return END_ELEMENT;
    }

    /** Returns the exception of the underlying reader, or null. */
    @Nullable
    Exception failure() {
        return failure;
    }

    /** Skips the unread rest of the element. */
    void finish() throws XMLStreamException {
        while (depth > 0) {
            int event = super.next();
            depth += event == START_ELEMENT ? 1 : event == END_ELEMENT ? -1 : 0;
        }
    }

    private int nextStart() {
        if (opened < parents.size()) {
            opened++;
        } else {
            started = true;
        }
        return START_ELEMENT;
    }

    private boolean isSimulated() {
        return !started || closed > 0 || failure != null;
    }

    private @Nullable QName simulatedName() {
        if (!started) {
            return parents.get(opened - 1);
        }
        if (closed > 0) {
            return parents.get(parents.size() - closed);
        }
        return failure == null ? null : LOST;
    }

    @Override
    public boolean hasNext() {
        return !ended;
    }

    @Override
    public int getEventType() {
        if (ended) {
            return END_DOCUMENT;
        }
        if (closed > 0 || failure != null) {
            return END_ELEMENT;
        }
        return started ? super.getEventType() : START_ELEMENT;
    }

    @Override
    public QName getName() {
        QName name = simulatedName();
        return name == null ? super.getName() : name;
    }

    @Override
    public String getLocalName() {
        QName name = simulatedName();
        return name == null ? super.getLocalName() : name.getLocalPart();
    }

    @Override
    public @Nullable String getNamespaceURI() {
        QName name = simulatedName();
        return name == null ? super.getNamespaceURI() : name.getNamespaceURI();
    }

    @Override
    public @Nullable String getPrefix() {
        return isSimulated() ? "" : super.getPrefix();
    }

    @Override
    public int getAttributeCount() {
        return isSimulated() ? 0 : super.getAttributeCount();
    }

    @Override
    public @Nullable String getAttributeValue(@Nullable String namespace, String localName) {
        return isSimulated() ? null : super.getAttributeValue(namespace, localName);
    }

    @Override
    public int getNamespaceCount() {
        return isSimulated() ? 0 : super.getNamespaceCount();
    }

    @Override
    public boolean isStartElement() {
        return getEventType() == XMLStreamConstants.START_ELEMENT;
    }

    @Override
    public boolean isEndElement() {
        return getEventType() == XMLStreamConstants.END_ELEMENT;
    }

    @Override
    public boolean isCharacters() {
        return getEventType() == XMLStreamConstants.CHARACTERS;
    }

    @Override
    public boolean hasText() {
        return !isSimulated() && !ended && super.hasText();
    }

    @Override
    public boolean hasName() {
        return isStartElement() || isEndElement();
    }

    /** Does nothing: the surrounding document stays open. */
    @Override
    public void close() {}
}
