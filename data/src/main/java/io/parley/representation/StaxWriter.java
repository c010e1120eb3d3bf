package io.parley.representation;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/**
 * Skeleton of a StAX writer, independent of the encoding. It collects start tags, resolves prefixes, and passes each
 * complete event to the subclass. It does not repair namespaces: it writes the declarations of its caller, and adds
 * only bindings without which a name could not be resolved.
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

    /**
     * Starts the document. Called only if the caller wrote a start of the document.
     *
     * @param encoding empty if it was not given
     */
    protected abstract void document(String encoding) throws XMLStreamException;

    /** Starts an element. The tag must not be kept. */
    protected abstract void start(StartTag complete) throws XMLStreamException;

    /** Ends the innermost element, which still counts as open. */
    protected abstract void end() throws XMLStreamException;

    /** Writes text that is not empty. */
    protected abstract void text(String text) throws XMLStreamException;

    /** Writes a CDATA section, whose data do not contain its end mark. */
    protected abstract void section(String data) throws XMLStreamException;

    /** Writes a comment, whose text does not end it early. */
    protected abstract void comment(String text) throws XMLStreamException;

    /** Writes a processing instruction with a legal target, whose data do not end it early. */
    protected abstract void instruction(String target, String data) throws XMLStreamException;

    /** Ends the document, after all its elements have ended. */
    protected abstract void endOfDocument() throws XMLStreamException;

    /** Returns the number of open elements. */
    protected final int depth() {
        return depth;
    }

    /** Completes the previous event before the next one. */
    protected final void complete() throws XMLStreamException {
        event();
    }

    /** Returns false: this is a representation of infoset only. */
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

    /** Does nothing: the sink passes on full chunks, and its owner finishes it. */
    @Override
    public void flush() throws XMLStreamException {}

    /** Ends a document that is complete. One that is not stays visibly truncated. */
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

    /** Starts an event: completes the start tag before it. */
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
        tag.prefix(bindPrefix(tag.givenPrefix(), tag.uri(), true));
        for (int i = 0; i < tag.attributes(); i++) {
            tag.prefix(i, bindPrefix(tag.givenPrefix(i), tag.attributeUri(i), false));
        }
        start(tag);
        tag.clear();
        if (tag.isEmpty()) {
            endElement();
        }
    }

    /**
     * Returns the prefix of a name in the open tag, and binds it to the name's namespace if it was not. A tag may
     * declare a prefix for another namespace than a name in it uses, as JAXB does for a tree that contains its own
     * prefix. The declaration is kept, since text below may rely on it, and the name gets another prefix.
     */
    private String bindPrefix(@Nullable String given, String uri, boolean element) throws XMLStreamException {
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
