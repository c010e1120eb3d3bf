package io.parley.representation;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;
import org.jspecify.annotations.Nullable;

/**
 * Base class of readers whose events come from several other readers in turn. Only {@link #next} knows from which.
 * Belongs to one thread at a time.
 */
public abstract class SwitchingReader extends StreamReaderDelegate {
    private @Nullable NamespaceContext inScope;

    /** Delegates all accessors to that reader from now on. */
    protected final void show(XMLStreamReader events) {
        setParent(events);
    }

    /**
     * Returns the reader that resolves namespaces declared around the current reader, if the latter does not; null if
     * there are none.
     */
    protected @Nullable XMLStreamReader around() {
        return null;
    }

    @Override
    public final @Nullable String getNamespaceURI(String prefix) {
        String bound = getParent().getNamespaceURI(prefix);
        XMLStreamReader outer = isUnbound(prefix, bound) ? around() : null;
        return outer == null ? bound : outer.getNamespaceURI(prefix);
    }

    /**
     * Returns a live view of the namespaces in scope at the current event: JAXB fetches it once and uses it at every
     * element.
     */
    @Override
    public final NamespaceContext getNamespaceContext() {
        NamespaceContext known = inScope;
        if (known == null) {
            known = new InScope();
            inScope = known;
        }
        return known;
    }

    private static boolean isUnbound(String prefix, @Nullable String bound) {
        return !prefix.isEmpty() && (bound == null || bound.isEmpty());
    }

    @Override
    public abstract int next() throws XMLStreamException;

    @Override
    public abstract boolean hasNext() throws XMLStreamException;

    @Override
    public @Nullable Object getProperty(String name) {
        return super.getProperty(name);
    }

    @Override
    public final int nextTag() throws XMLStreamException {
        int event = next();
        while (isPassedOver(event)) {
            event = next();
        }
        if (event != XMLStreamConstants.START_ELEMENT && event != XMLStreamConstants.END_ELEMENT) {
            throw new XMLStreamException("expected a tag, found event " + event, getLocation());
        }
        return event;
    }

    @Override
    public final String getElementText() throws XMLStreamException {
        if (getEventType() != XMLStreamConstants.START_ELEMENT) {
            throw new XMLStreamException("expected the start of an element as the current event", getLocation());
        }
        StringBuilder text = new StringBuilder();
        for (int event = next(); event != XMLStreamConstants.END_ELEMENT; event = next()) {
            switch (event) {
                case XMLStreamConstants.CHARACTERS,
                        XMLStreamConstants.CDATA,
                        XMLStreamConstants.SPACE,
                        XMLStreamConstants.ENTITY_REFERENCE -> text.append(getText());
                case XMLStreamConstants.COMMENT, XMLStreamConstants.PROCESSING_INSTRUCTION -> {
                    // no part of the text
                }
                default -> throw new XMLStreamException("expected text, found event " + event, getLocation());
            }
        }
        return text.toString();
    }

    private boolean isPassedOver(int event) {
        return switch (event) {
            case XMLStreamConstants.SPACE, XMLStreamConstants.COMMENT, XMLStreamConstants.PROCESSING_INSTRUCTION ->
                true;
            case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> isWhiteSpace();
            default -> false;
        };
    }

    private final class InScope implements NamespaceContext {
        @Override
        public String getNamespaceURI(String prefix) {
            if (prefix == null) {
                throw new IllegalArgumentException("the prefix is null");
            }
            String bound = getParent().getNamespaceContext().getNamespaceURI(prefix);
            XMLStreamReader outer = isUnbound(prefix, bound) ? around() : null;
            String found = outer == null ? bound : outer.getNamespaceContext().getNamespaceURI(prefix);
            return found == null ? XMLConstants.NULL_NS_URI : found;
        }

        @Override
        public @Nullable String getPrefix(String uri) {
            Iterator<String> all = getPrefixes(uri);
            return all.hasNext() ? all.next() : null;
        }

        @Override
        public Iterator<String> getPrefixes(String uri) {
            if (uri == null) {
                throw new IllegalArgumentException("the namespace is null");
            }
            Iterator<String> inner = getParent().getNamespaceContext().getPrefixes(uri);
            XMLStreamReader outer = around();
            if (outer == null) {
                return inner;
            }
            List<String> all = new ArrayList<>();
            inner.forEachRemaining(all::add);
            outer.getNamespaceContext().getPrefixes(uri).forEachRemaining(prefix -> {
                if (!all.contains(prefix) && uri.equals(getNamespaceURI(prefix))) {
                    all.add(prefix);
                }
            });
            return all.iterator();
        }
    }
}
