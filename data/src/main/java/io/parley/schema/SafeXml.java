package io.parley.schema;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.stax.WstxInputFactory;
import com.ctc.wstx.stax.WstxOutputFactory;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import java.io.InputStream;
import java.io.Reader;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerConfigurationException;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.stax.StAXSource;
import javax.xml.validation.SchemaFactory;
import org.codehaus.stax2.XMLInputFactory2;
import org.w3c.dom.DOMImplementation;
import org.w3c.dom.Document;
import org.xml.sax.SAXNotRecognizedException;
import org.xml.sax.SAXNotSupportedException;

/**
 * Hardened factories of XML parsers, builders, transformers and validators; the only place that creates them. Nothing
 * created here reads a DTD, an external entity or any document other than its input, and input from outside is subject
 * to {@link Limits}. Parsers are always Woodstox's, whatever else is on the class path, because its limits on depth,
 * attributes and sizes are configurable.
 */
public final class SafeXml {
    private static final XMLOutputFactory OUTPUT = outputFactory();

    private static final LastFactory PARSERS = new LastFactory(SafeXml::inputFactory);

    /** Parsers for {@link #document}. */
    private static final LastFactory TREE_PARSERS = new LastFactory(SafeXml::treeFactory);

    private SafeXml() {}

    /** Factory of empty trees, which most programs do without. */
    private static final class Trees {
        /** Stateless. */
        static final DOMImplementation EMPTY = documentBuilder().getDOMImplementation();
    }

    /** Factory of copying transformers, which most programs do without. */
    private static final class Copies {
        /** Created once, because looking it up takes longer than processing a message. Not thread-safe. */
        static final TransformerFactory FACTORY = transformerFactory();
    }

    /**
     * Returns a reader of bytes from outside. The encoding is detected as XML 1.0, appendix F, describes. A document
     * type declaration, or content beyond a limit, fails with an {@link XMLStreamException}, too many names with a
     * {@link ParleyException} that names the limit. Closing the reader leaves the stream open.
     */
    public static XMLStreamReader reader(InputStream bytes, Limits limits) throws XMLStreamException {
        return new CheckedReader(PARSERS.of(limits).createXMLStreamReader(bytes), limits);
    }

    /**
     * Returns a parser like that of {@link #reader(InputStream, Limits)}, but without the checks for document types and
     * too many names: the caller must reject {@link XMLStreamReader#DTD} and count the {@link SeenNames} itself.
     */
    public static XMLStreamReader parser(InputStream bytes, Limits limits) throws XMLStreamException {
        return PARSERS.of(limits).createXMLStreamReader(bytes);
    }

    /** Returns a reader like that of {@link #reader(InputStream, Limits)}, for characters. */
    public static XMLStreamReader reader(Reader characters, Limits limits) throws XMLStreamException {
        return new CheckedReader(PARSERS.of(limits).createXMLStreamReader(characters), limits);
    }

    /**
     * Parses a document from outside into a tree.
     *
     * @throws ParleyException {@code LIMIT} with the setting for content beyond a limit, {@code XML_REFUSED} for
     *     anything else that {@link #reader} rejects
     */
    public static Document document(InputStream bytes, Limits limits) {
        try {
            DOMResult tree = new DOMResult(emptyDocument());
            XMLStreamReader reader = TREE_PARSERS.of(limits).createXMLStreamReader(bytes);
            transformer().transform(new StAXSource(new CheckedReader(reader, limits)), tree);
            return (Document) tree.getNode();
        } catch (XMLStreamException e) {
            throw refused(e);
        } catch (TransformerException e) {
            Throwable cause = e.getException();
            if (cause instanceof ParleyException own) {
                throw own;
            }
            throw cause instanceof XMLStreamException refused
                    ? refused(refused)
                    : new ParleyException(ErrorCode.XML_REFUSED, "expected well-formed XML", e);
        }
    }

    /** Returns a new empty document. */
    public static Document emptyDocument() {
        return Trees.EMPTY.createDocument(null, null, null);
    }

    /**
     * Returns the coded error for a document that a parser rejected. It contains the limit that the document exceeds,
     * or the position, never the content.
     */
    public static ParleyException refused(XMLStreamException cause) {
        Optional<ParleyException> limit = ExceededLimits.of(cause);
        if (limit.isPresent()) {
            return limit.get();
        }
        Location at = cause.getLocation();
        String where = at == null ? "" : " at line " + at.getLineNumber() + ", column " + at.getColumnNumber();
        return new ParleyException(
                ErrorCode.XML_REFUSED,
                "expected well-formed XML without document type declaration and within parley.limits.*, refused"
                        + where,
                cause);
    }

    /** Returns the factory of writers, which is thread-safe. */
    public static XMLOutputFactory output() {
        return OUTPUT;
    }

    /**
     * Returns a namespace-aware builder of trees that rejects document types. For content from outside use {@link
     * #document}, which also enforces limits.
     */
    public static DocumentBuilder documentBuilder() {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
            factory.setNamespaceAware(true);
            factory.setXIncludeAware(false);
            factory.setExpandEntityReferences(false);
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
            return factory.newDocumentBuilder();
        } catch (ParserConfigurationException e) {
            throw unavailable(e);
        }
    }

    /** Returns a transformer that copies, writes no XML declaration and resolves nothing. */
    public static Transformer transformer() {
        try {
            Transformer transformer;
            synchronized (Copies.FACTORY) {
                transformer = Copies.FACTORY.newTransformer();
            }
            transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
            return transformer;
        } catch (TransformerConfigurationException e) {
            throw unavailable(e);
        }
    }

    private static TransformerFactory transformerFactory() {
        try {
            TransformerFactory factory = TransformerFactory.newDefaultInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_STYLESHEET, "");
            return factory;
        } catch (TransformerConfigurationException e) {
            throw unavailable(e);
        }
    }

    /** Returns a factory of W3C schema validators that fetches nothing. */
    public static SchemaFactory schemaFactory() {
        try {
            SchemaFactory factory = SchemaFactory.newDefaultInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
            return factory;
        } catch (SAXNotRecognizedException | SAXNotSupportedException e) {
            throw unavailable(e);
        }
    }

    private static WstxInputFactory treeFactory(Limits limits) {
        WstxInputFactory factory = inputFactory(limits);
        factory.setProperty(XMLInputFactory2.P_REPORT_CDATA, false); // the JDK's transformer would lose such text
        return factory;
    }

    private static WstxInputFactory inputFactory(Limits limits) {
        WstxInputFactory factory = new WstxInputFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, true);
        factory.setProperty(XMLInputFactory.IS_COALESCING, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, true);
        // A lazy parser throws unchecked exceptions of its own from the accessors of text.
        factory.setProperty(XMLInputFactory2.P_LAZY_PARSING, false);
        factory.setProperty(WstxInputProperties.P_MAX_ELEMENT_DEPTH, limits.getInt(Limit.DEPTH));
        factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTES_PER_ELEMENT, limits.getInt(Limit.ATTRIBUTES));
        factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTE_SIZE, limits.getInt(Limit.STRING_BYTES));
        factory.setProperty(WstxInputProperties.P_MAX_TEXT_LENGTH, limits.getInt(Limit.STRING_BYTES));
        factory.setProperty(WstxInputProperties.P_MAX_ELEMENT_COUNT, limits.get(Limit.ITEMS));
        factory.setProperty(WstxInputProperties.P_MAX_CHARACTERS, limits.get(Limit.MESSAGE_BYTES));
        return factory;
    }

    private static XMLOutputFactory outputFactory() {
        XMLOutputFactory factory = new WstxOutputFactory();
        factory.setProperty(XMLOutputFactory.IS_REPAIRING_NAMESPACES, false);
        return factory;
    }

    private static ParleyException unavailable(Exception cause) {
        return new ParleyException(
                ErrorCode.INTERNAL, "the Java runtime's XML processor does not support secure processing", cause);
    }
}
