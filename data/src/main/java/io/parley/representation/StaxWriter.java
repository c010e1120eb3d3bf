package io.parley.representation;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/**
 * Skeleton of a StAX writer, independent of the bytes: it collects start tags, settles prefixes, and passes each
 * complete event to the subclass. It does not repair namespaces: it writes the declarations of its caller, and adds
 * only a binding that a name needs and nobody declared, since without it no reader could resolve the name.
 *
 * <p>Calls in the wrong order end in an {@link XMLStreamException}, content that XML cannot carry in a {@link
 * ParleyException} with {@code ENCODING}. Belongs to one thread at a time.
 */
public abstract class StaxWriter implements ContentWriter {
    private final Scope scope = new Scope();
    private final StartTag tag = new StartTag(scope);
    private boolean tagIsOpen;
    private boolean begun;
    private boolean ended;
    private int depth;

    /** The document begins; told only if the caller says so. The encoding is empty if it was not said. */
    protected abstract void document(String encoding) throws XMLStreamException;

    /** An element begins. The tag must not be kept. */
    protected abstract void start(StartTag complete) throws XMLStreamException;

    /** The innermost element, which still counts, ends. */
    protected abstract void end() throws XMLStreamException;

    /** Text that is not empty. */
    protected abstract void text(String text) throws XMLStreamException;

    /** A CDATA section without its end mark in it. */
    protected abstract void section(String data) throws XMLStreamException;

    /** A comment that cannot end early. */
    protected abstract void comment(String text) throws XMLStreamException;

    /** A processing instruction that cannot end early, with a legal target. */
    protected abstract void instruction(String target, String data) throws XMLStreamException;

    /** The document ends; all its elements have. */
    protected abstract void endOfDocument() throws XMLStreamException;

    /** Returns the number of open elements. */
    protected final int depth() {
        return depth;
    }

    /** Completes the event before the one that comes. */
    protected final void complete() throws XMLStreamException {
        event();
    }

    /** Infoset alone: no part travels typed. */
    @Override
    public boolean canWrite(int part, Object value) {
        return false;
    }

    @Override
    public void writePart(int part, Object value) {
        throw new IllegalArgumentException("this representation carries no typed parts; canWrite says so");
    }

    /** Always throws: only writers that can be embedded pause. */
    @Override
    public void pause() throws XMLStreamException {
        throw new IllegalStateException("this representation cannot be embedded; isEmbeddable says so");
    }

    @Override
    public void writeStartDocument() throws XMLStreamException {
        startDocument("");
    }

    @Override
    public void writeStartDocument(String version) throws XMLStreamException {
        writeStartDocument(null, version);
    }

    @Override
    public void writeStartDocument(@Nullable String encoding, @Nullable String version) throws XMLStreamException {
        if (version != null && !version.equals("1.0")) {
            throw new ParleyException(ErrorCode.ENCODING, "document: expected XML 1.0, found another version");
        }
        String known = encoding == null ? "" : encoding;
        require(XmlText.isEncoding(known), "document", "the name of an encoding");
        startDocument(known);
    }

    @Override
    public void writeEndDocument() throws XMLStreamException {
        event();
        while (depth > 0) {
            endElement();
        }
        endOfDocument();
        ended = true;
    }

    @Override
    public void writeStartElement(String local) throws XMLStreamException {
        start("", "", local, true, false);
    }

    @Override
    public void writeStartElement(@Nullable String uri, String local) throws XMLStreamException {
        start(null, orEmpty(uri), local, false, false);
    }

    @Override
    public void writeStartElement(@Nullable String prefix, String local, @Nullable String uri)
            throws XMLStreamException {
        start(prefix, orEmpty(uri), local, false, false);
    }

    @Override
    public void writeEmptyElement(String local) throws XMLStreamException {
        start("", "", local, true, true);
    }

    @Override
    public void writeEmptyElement(@Nullable String uri, String local) throws XMLStreamException {
        start(null, orEmpty(uri), local, false, true);
    }

    @Override
    public void writeEmptyElement(@Nullable String prefix, String local, @Nullable String uri)
            throws XMLStreamException {
        start(prefix, orEmpty(uri), local, false, true);
    }

    @Override
    public void writeEndElement() throws XMLStreamException {
        event();
        endElement();
    }

    @Override
    public void writeAttribute(String local, String value) throws XMLStreamException {
        writeAttribute("", "", local, value);
    }

    @Override
    public void writeAttribute(@Nullable String uri, String local, String value) throws XMLStreamException {
        writeAttribute(null, uri, local, value);
    }

    @Override
    public void writeAttribute(@Nullable String prefix, @Nullable String uri, String local, String value)
            throws XMLStreamException {
        String namespace = orEmpty(uri);
        if (namespace.equals(XMLConstants.XMLNS_ATTRIBUTE_NS_URI)) {
            writeNamespace(local, value);
            return;
        }
        requireOpenTag("attribute");
        boolean lookUp = !namespace.isEmpty() && (prefix == null || prefix.isEmpty());
        tag.attribute(lookUp ? null : orEmpty(prefix), namespace, local, value);
    }

    @Override
    public void writeNamespace(@Nullable String prefix, @Nullable String uri) throws XMLStreamException {
        if (prefix == null || prefix.isEmpty() || prefix.equals(XMLConstants.XMLNS_ATTRIBUTE)) {
            writeDefaultNamespace(uri);
        } else if (orEmpty(uri).isEmpty()) {
            throw new XMLStreamException("only the default namespace can be undeclared");
        } else {
            declare(prefix, orEmpty(uri));
        }
    }

    @Override
    public void writeDefaultNamespace(@Nullable String uri) throws XMLStreamException {
        declare(XMLConstants.DEFAULT_NS_PREFIX, orEmpty(uri));
    }

    @Override
    public void writeCharacters(String text) throws XMLStreamException {
        event();
        if (!text.isEmpty()) {
            text(text);
        }
    }

    @Override
    public void writeCharacters(char[] text, int start, int length) throws XMLStreamException {
        writeCharacters(new String(text, start, length));
    }

    @Override
    public void writeCData(String data) throws XMLStreamException {
        event();
        require(XmlText.isCdata(data), "CDATA section", "data without its end mark");
        section(data);
    }

    @Override
    public void writeComment(@Nullable String data) throws XMLStreamException {
        event();
        String text = orEmpty(data);
        require(XmlText.isComment(text), "comment", "text without two hyphens");
        comment(text);
    }

    @Override
    public void writeProcessingInstruction(String target) throws XMLStreamException {
        writeProcessingInstruction(target, "");
    }

    @Override
    public void writeProcessingInstruction(String target, @Nullable String data) throws XMLStreamException {
        event();
        String text = orEmpty(data);
        require(XmlText.isInstruction(target, text), "processing instruction", "a legal target and data");
        instruction(target, text);
    }

    @Override
    public void writeDTD(String dtd) throws XMLStreamException {
        throw new ParleyException(ErrorCode.ENCODING, "document: expected none, found a document type declaration");
    }

    @Override
    public void writeEntityRef(String name) {
        throw new ParleyException(ErrorCode.ENCODING, "text: expected its characters, found an entity reference");
    }

    @Override
    public @Nullable String getPrefix(String uri) {
        return scope.getPrefix(uri);
    }

    @Override
    public void setPrefix(String prefix, @Nullable String uri) {
        scope.hint(prefix, orEmpty(uri));
    }

    @Override
    public void setDefaultNamespace(@Nullable String uri) {
        scope.hint(XMLConstants.DEFAULT_NS_PREFIX, orEmpty(uri));
    }

    @Override
    public void setNamespaceContext(NamespaceContext context) throws XMLStreamException {
        if (begun) {
            throw new XMLStreamException("the namespace context is set before the first event");
        }
        scope.outer(context);
    }

    @Override
    public NamespaceContext getNamespaceContext() {
        return scope;
    }

    @Override
    public @Nullable Object getProperty(String name) {
        return XMLOutputFactory.IS_REPAIRING_NAMESPACES.equals(name) ? Boolean.FALSE : null;
    }

    /** Does nothing: the sink hands on what is full, its owner the rest. */
    @Override
    public void flush() throws XMLStreamException {}

    /** Ends a document that is complete; one that is not stays visibly cut off. */
    @Override
    public void close() throws XMLStreamException {
        if (!ended && depth == (tagIsOpen && tag.isEmpty() ? 1 : 0)) {
            writeEndDocument();
        }
    }

    private void startDocument(String encoding) throws XMLStreamException {
        if (begun) {
            throw new XMLStreamException("the document has begun");
        }
        begun = true;
        document(encoding);
    }

    private void start(@Nullable String prefix, String uri, String local, boolean inDefault, boolean empty)
            throws XMLStreamException {
        event();
        scope.enter();
        depth++;
        tag.start(prefix, uri, local, inDefault, empty);
        tagIsOpen = true;
    }

    private void declare(String prefix, String uri) throws XMLStreamException {
        requireOpenTag("namespace declaration");
        String earlier = scope.declaredHere(prefix);
        if (earlier == null) {
            scope.declare(prefix, uri);
        } else if (!earlier.equals(uri)) {
            throw new XMLStreamException("one start tag binds a prefix to two namespaces");
        }
    }

    /** Begins an event: completes the start tag before it. */
    private void event() throws XMLStreamException {
        if (ended) {
            throw new XMLStreamException("the document has ended");
        }
        begun = true;
        if (tagIsOpen) {
            closeTag();
            tagIsOpen = false;
        }
    }

    private void closeTag() throws XMLStreamException {
        if (tag.isInDefault()) {
            tag.namespace(orEmpty(scope.declared("")));
        }
        tag.prefix(settle(tag.givenPrefix(), tag.uri(), true));
        for (int i = 0; i < tag.attributes(); i++) {
            tag.prefix(i, settle(tag.givenPrefix(i), tag.attributeUri(i), false));
        }
        start(tag);
        tag.clear();
        if (tag.isEmpty()) {
            endElement();
        }
    }

    /**
     * The prefix of a name in the open tag, bound to the name's namespace from now on if it was not. A tag may declare a
     * prefix otherwise than a name on it has it, as JAXB writes where a tree has a prefix that it uses itself: what text
     * below may use is the declaration, so the name gets another prefix.
     */
    private String settle(@Nullable String given, String uri, boolean element) throws XMLStreamException {
        String prefix = given == null ? scope.prefixOf(uri, element) : given;
        if (prefix == null && uri.isEmpty()) {
            prefix = "";
        }
        if (prefix == null || (!prefix.isEmpty() && uri.isEmpty())) {
            throw new XMLStreamException(
                    prefix == null ? "no prefix is bound to the namespace" : "the prefix has no namespace");
        }
        if (!element && prefix.isEmpty()) {
            return prefix;
        }
        if (!uri.equals(scope.declared(prefix))) {
            prefix = uri.isEmpty() || scope.declaredHere(prefix) == null ? prefix : scope.unused(prefix);
            declare(prefix, uri);
        }
        return prefix;
    }

    private void endElement() throws XMLStreamException {
        if (depth == 0) {
            throw new XMLStreamException("no element is open");
        }
        end();
        depth--;
        scope.leave();
    }

    private void requireOpenTag(String what) throws XMLStreamException {
        if (!tagIsOpen) {
            throw new XMLStreamException(what + ": expected inside a start tag");
        }
    }

    private static void require(boolean legal, String where, String expected) {
        if (!legal) {
            throw new ParleyException(ErrorCode.ENCODING, where + ": expected " + expected + ", found something else");
        }
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
