package io.parley.representation.tokens;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.representation.ContentWriter;
import io.parley.representation.Sink;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/**
 * A StAX writer, in the manner of one that does not repair namespaces: what the caller declares is what is written. Only
 * a binding that a name needs and nobody declared is added, since without it no reader could tell the name.
 *
 * <p>Calls in the wrong order end in an {@link XMLStreamException}, content that XML cannot carry in a {@link
 * ParleyException} with {@code ENCODING}.
 */
final class TokensWriter implements ContentWriter {
    private final Sink sink;
    private final WriterNames names;
    private final Scope scope = new Scope();
    private final OpenTag tag = new OpenTag();
    private boolean tagIsOpen;
    private boolean begun;
    private boolean ended;
    private int depth;

    TokensWriter(Sink sink) {
        this.sink = sink;
        this.names = new WriterNames(sink);
    }

    @Override
    public boolean canWrite(int part, Object value) {
        return false;
    }

    @Override
    public void writePart(int part, Object value) {
        throw new IllegalArgumentException("tokens carries no typed parts; canWrite says so");
    }

    @Override
    public void pause() throws XMLStreamException {
        event();
        sink.writeByte(Token.PAUSE);
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
        sink.writeByte(Token.END_DOCUMENT);
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
            string(Token.TEXT, text, "text");
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
        string(Token.CDATA, data, "CDATA section");
    }

    @Override
    public void writeComment(@Nullable String data) throws XMLStreamException {
        event();
        String text = orEmpty(data);
        require(XmlText.isComment(text), "comment", "text without two hyphens");
        string(Token.COMMENT, text, "comment");
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
        string(Token.INSTRUCTION, target, "processing instruction");
        writeText(text, "processing instruction");
    }

    @Override
    public void writeDTD(String dtd) {
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
    public void flush() {}

    /** Ends a document that is complete; one that is not stays visibly cut off. */
    @Override
    public void close() throws XMLStreamException {
        if (!ended && depth == (tagIsOpen && tag.empty ? 1 : 0)) {
            writeEndDocument();
        }
    }

    private void startDocument(String encoding) throws XMLStreamException {
        if (begun) {
            throw new XMLStreamException("the document has begun");
        }
        begun = true;
        sink.writeByte(Token.START_DOCUMENT);
        sink.writeString(encoding);
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

    /** What every event begins with: the start tag before it is complete. */
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
        if (tag.inDefault) {
            tag.uri = orEmpty(scope.declared(""));
        }
        String prefix = settle(tag.prefix, tag.uri, true);
        for (int i = 0; i < tag.attributes; i++) {
            tag.prefixes[i] = settle(tag.prefixes[i], tag.uris[i], false);
        }
        int declarations = declarations();
        sink.writeByte(Token.START_ELEMENT
                | (declarations > 0 ? Token.HAS_NAMESPACES : 0)
                | (tag.attributes > 0 ? Token.HAS_ATTRIBUTES : 0));
        names.writeName(prefix, tag.uri, tag.local);
        if (declarations > 0) {
            writeDeclarations(declarations);
        }
        if (tag.attributes > 0) {
            writeAttributes();
        }
        tag.clear();
        if (tag.empty) {
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

    private int declarations() {
        int count = 0;
        for (int i = scope.start(); i < scope.end(); i++) {
            if (scope.isDeclaration(i)) {
                count++;
            }
        }
        return count;
    }

    private void writeDeclarations(int count) {
        sink.writeVarint(count);
        for (int i = scope.start(); i < scope.end(); i++) {
            if (scope.isDeclaration(i)) {
                names.writePrefix(scope.prefix(i));
                names.writeNamespace(scope.uri(i));
            }
        }
    }

    private void writeAttributes() {
        sink.writeVarint(tag.attributes);
        for (int i = 0; i < tag.attributes; i++) {
            names.writeName(orEmpty(tag.prefixes[i]), tag.uris[i], tag.locals[i]);
            writeText(tag.values[i], "attribute");
        }
    }

    private void endElement() throws XMLStreamException {
        if (depth == 0) {
            throw new XMLStreamException("no element is open");
        }
        depth--;
        scope.leave();
        sink.writeByte(Token.END_ELEMENT);
    }

    private void string(int token, String value, String where) {
        sink.writeByte(token);
        writeText(value, where);
    }

    private void writeText(String value, String where) {
        int illegal = XmlText.firstIllegal(value);
        if (illegal >= 0) {
            throw new ParleyException(
                    ErrorCode.ENCODING, where + ": expected XML characters, found " + XmlText.describe(value, illegal));
        }
        sink.writeString(value);
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
