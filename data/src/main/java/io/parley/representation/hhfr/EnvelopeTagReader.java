package io.parley.representation.hhfr;

import io.parley.representation.Source;
import io.parley.representation.StaxReader;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import javax.xml.namespace.QName;
import javax.xml.stream.Location;
import org.jspecify.annotations.Nullable;

/** Reader of the tags of an {@link OrdinaryEnvelope}. Its owner moves it from tag to tag. */
final class EnvelopeTagReader extends StaxReader implements NamespaceContext {
    private static final int BODY_DEPTH = 2;

    private final String namespace;
    private final Source source;
    private int depth = 1;
    private int event = START_ELEMENT;

    /** Creates a reader at the start tag of an envelope. */
    EnvelopeTagReader(int version, Source source) {
        this.namespace = OrdinaryEnvelope.namespace(version);
        this.source = source;
    }

    /** Returns the number of open elements; at an end tag without its own element. */
    int depth() {
        return depth;
    }

    /** Returns whether the start tag of the body is next. */
    boolean isBeforeBody() {
        return depth == 1 && event == START_ELEMENT;
    }

    /** Moves to the start tag of the body. */
    void startBody() {
        depth = BODY_DEPTH;
    }

    /** Moves to the end tag of the innermost open element. */
    int end() {
        event = END_ELEMENT;
        depth--;
        return event;
    }

    private boolean isBody() {
        return (event == START_ELEMENT ? depth : depth + 1) == BODY_DEPTH;
    }

    @Override
    public int getEventType() {
        return event;
    }

    /** Always throws: the owner knows which tag is next. */
    @Override
    public int next() {
        throw new NoSuchElementException("the tags of an envelope are read by the reader of the message");
    }

    @Override
    public boolean hasNext() {
        return depth > 0;
    }

    @Override
    public QName getName() {
        return new QName(namespace, getLocalName(), OrdinaryEnvelope.PREFIX);
    }

    @Override
    public String getLocalName() {
        return isBody() ? OrdinaryEnvelope.BODY : OrdinaryEnvelope.ENVELOPE;
    }

    @Override
    public String getNamespaceURI() {
        return namespace;
    }

    @Override
    public String getPrefix() {
        return OrdinaryEnvelope.PREFIX;
    }

    @Override
    public int getAttributeCount() {
        inState(event == START_ELEMENT);
        return 0;
    }

    @Override
    public QName getAttributeName(int index) {
        throw new IndexOutOfBoundsException(index);
    }

    @Override
    public String getAttributeValue(int index) {
        throw new IndexOutOfBoundsException(index);
    }

    @Override
    public int getNamespaceCount() {
        return isBody() ? 0 : 1;
    }

    @Override
    public String getNamespacePrefix(int index) {
        Objects.checkIndex(index, getNamespaceCount());
        return OrdinaryEnvelope.PREFIX;
    }

    @Override
    public String getNamespaceURI(int index) {
        Objects.checkIndex(index, getNamespaceCount());
        return namespace;
    }

    @Override
    public NamespaceContext getNamespaceContext() {
        return this;
    }

    @Override
    public String getNamespaceURI(String prefix) {
        return switch (prefix) {
            case OrdinaryEnvelope.PREFIX -> namespace;
            case XMLConstants.XML_NS_PREFIX -> XMLConstants.XML_NS_URI;
            case XMLConstants.XMLNS_ATTRIBUTE -> XMLConstants.XMLNS_ATTRIBUTE_NS_URI;
            default -> XMLConstants.NULL_NS_URI;
        };
    }

    @Override
    public @Nullable String getPrefix(String uri) {
        if (uri.equals(namespace)) {
            return OrdinaryEnvelope.PREFIX;
        }
        return uri.equals(XMLConstants.XML_NS_URI) ? XMLConstants.XML_NS_PREFIX : null;
    }

    @Override
    public Iterator<String> getPrefixes(String uri) {
        String prefix = getPrefix(uri);
        return (prefix == null ? List.<String>of() : List.of(prefix)).iterator();
    }

    @Override
    public Location getLocation() {
        return place(source.position());
    }

    @Override
    public @Nullable String getCharacterEncodingScheme() {
        return null;
    }

    @Override
    public String getText() {
        throw new IllegalStateException("expected text as the current event, found a tag");
    }

    @Override
    public String getPITarget() {
        throw new IllegalStateException("expected an instruction as the current event, found a tag");
    }

    @Override
    public String getPIData() {
        throw new IllegalStateException("expected an instruction as the current event, found a tag");
    }
}
