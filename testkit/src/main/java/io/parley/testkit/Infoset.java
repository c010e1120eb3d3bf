package io.parley.testkit;

import static javax.xml.stream.XMLStreamConstants.CDATA;
import static javax.xml.stream.XMLStreamConstants.CHARACTERS;
import static javax.xml.stream.XMLStreamConstants.COMMENT;
import static javax.xml.stream.XMLStreamConstants.END_DOCUMENT;
import static javax.xml.stream.XMLStreamConstants.END_ELEMENT;
import static javax.xml.stream.XMLStreamConstants.PROCESSING_INSTRUCTION;
import static javax.xml.stream.XMLStreamConstants.SPACE;
import static javax.xml.stream.XMLStreamConstants.START_ELEMENT;

import io.parley.Limits;
import io.parley.schema.SafeXml;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.apache.xml.security.Init;
import org.apache.xml.security.c14n.Canonicalizer;
import org.apache.xml.security.exceptions.XMLSecurityException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Compares XML content: converts it to events, to a tree, and to canonical text. */
public final class Infoset {
    static {
        Init.init();
    }

    private Infoset() {}

    /** Content that can be written repeatedly. */
    @FunctionalInterface
    public interface Content {
        /** Writes a whole document, from {@code writeStartDocument} or its root to {@code writeEndDocument}. */
        void writeTo(XMLStreamWriter writer) throws XMLStreamException;
    }

    /** Returns the document that {@code xml} is parsed to. */
    public static Content parsed(String xml) {
        return writer -> copy(reader(xml), writer);
    }

    /** Returns the content as text, as the JDK's writer prints it. */
    public static String text(Content content) throws XMLStreamException {
        var bytes = new ByteArrayOutputStream();
        XMLStreamWriter writer = SafeXml.output().createXMLStreamWriter(bytes, "UTF-8");
        content.writeTo(writer);
        writer.close();
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /**
     * Returns a bean as text, marshalled to StAX events as SOAP stacks do: JAXB's own text loses white space in
     * attributes.
     */
    public static String text(JAXBContext context, Object bean) throws JAXBException, XMLStreamException {
        Marshaller marshaller = context.createMarshaller();
        return text(writer -> {
            try {
                marshaller.marshal(bean, writer);
            } catch (JAXBException e) {
                throw new XMLStreamException(e);
            }
        });
    }

    public static XMLStreamReader reader(String xml) throws XMLStreamException {
        return SafeXml.reader(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), Limits.defaults());
    }

    /** Writes all events of a reader, each by the most specific call of the writer; adjacent text events are merged. */
    public static void copy(XMLStreamReader reader, XMLStreamWriter writer) throws XMLStreamException {
        var text = new StringBuilder();
        while (reader.hasNext()) {
            int event = reader.next();
            if (event != CHARACTERS && event != SPACE && !text.isEmpty()) {
                writer.writeCharacters(text.toString());
                text.setLength(0);
            }
            switch (event) {
                case START_ELEMENT -> copyStart(reader, writer);
                case END_ELEMENT -> writer.writeEndElement();
                case CHARACTERS, SPACE -> text.append(reader.getText());
                case CDATA -> writer.writeCData(reader.getText());
                case COMMENT -> writer.writeComment(reader.getText());
                case PROCESSING_INSTRUCTION ->
                    writer.writeProcessingInstruction(reader.getPITarget(), reader.getPIData());
                case END_DOCUMENT -> writer.writeEndDocument();
                default -> throw new IllegalStateException("event " + reader.getEventType());
            }
        }
    }

    /**
     * Returns all events, one line each. Text that comes in pieces is one line, and so are CDATA sections with the text
     * around them, since text parsers do not always tell them apart.
     */
    public static List<String> events(XMLStreamReader reader) throws XMLStreamException {
        return events(reader, Infoset::asWritten);
    }

    /**
     * Returns all events as {@link #events} does, but only those namespace declarations that change a binding, ordered
     * by prefix: what Canonical XML and prefix resolution can see.
     */
    public static List<String> bindings(XMLStreamReader reader) throws XMLStreamException {
        return events(reader, new Bindings());
    }

    private static List<String> events(XMLStreamReader reader, Declarations declarations) throws XMLStreamException {
        List<String> events = new ArrayList<>();
        var text = new StringBuilder();
        while (reader.hasNext()) {
            int event = reader.next();
            boolean isText = event == CHARACTERS || event == SPACE || event == CDATA;
            if (!isText && !text.isEmpty()) {
                events.add("text " + text);
                text.setLength(0);
            }
            switch (event) {
                case START_ELEMENT -> events.add(start(reader, declarations.of(reader)));
                case END_ELEMENT -> {
                    events.add("end " + reader.getName());
                    declarations.end();
                }
                case CHARACTERS, SPACE, CDATA -> text.append(reader.getText());
                case COMMENT -> events.add("comment " + reader.getText());
                case PROCESSING_INSTRUCTION ->
                    events.add("instruction " + reader.getPITarget() + " " + nullToEmpty(reader.getPIData()));
                default -> events.add("event " + event);
            }
        }
        return events;
    }

    /** Returns Canonical XML 1.0 with comments of the tree that the events build. */
    public static String canonical(XMLStreamReader reader) throws XMLStreamException {
        return canonical(tree(reader), Canonicalizer.ALGO_ID_C14N_WITH_COMMENTS);
    }

    /** Returns Exclusive Canonical XML 1.0 with comments of the tree that the events build. */
    public static String exclusive(XMLStreamReader reader) throws XMLStreamException {
        return canonical(tree(reader), Canonicalizer.ALGO_ID_C14N_EXCL_WITH_COMMENTS);
    }

    /**
     * Returns the tree that the events build, with declarations as attributes and adjacent text merged, as XML
     * signatures see it.
     */
    public static Document tree(XMLStreamReader reader) throws XMLStreamException {
        Document document = SafeXml.emptyDocument();
        Node at = document;
        while (reader.hasNext()) {
            switch (reader.next()) {
                case START_ELEMENT -> at = at.appendChild(element(reader, document));
                case END_ELEMENT -> at = at.getParentNode();
                case CHARACTERS, SPACE, CDATA -> at.appendChild(document.createTextNode(reader.getText()));
                case COMMENT -> at.appendChild(document.createComment(reader.getText()));
                case PROCESSING_INSTRUCTION ->
                    at.appendChild(document.createProcessingInstruction(
                            reader.getPITarget(), nullToEmpty(reader.getPIData())));
                default -> {}
            }
        }
        document.normalize();
        return document;
    }

    /**
     * Returns the canonical text of a tree.
     *
     * @param algorithm one of the algorithm URIs of {@link Canonicalizer}
     */
    public static String canonical(Document tree, String algorithm) {
        try {
            var text = new ByteArrayOutputStream();
            Canonicalizer.getInstance(algorithm).canonicalizeSubtree(tree, text);
            return text.toString(StandardCharsets.UTF_8);
        } catch (XMLSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Element element(XMLStreamReader reader, Document document) {
        Element element = document.createElementNS(
                emptyToNull(reader.getNamespaceURI()), qualified(reader.getPrefix(), reader.getLocalName()));
        for (int i = 0; i < reader.getNamespaceCount(); i++) {
            String prefix = nullToEmpty(reader.getNamespacePrefix(i));
            element.setAttributeNS(
                    XMLConstants.XMLNS_ATTRIBUTE_NS_URI,
                    prefix.isEmpty() ? XMLConstants.XMLNS_ATTRIBUTE : qualified(XMLConstants.XMLNS_ATTRIBUTE, prefix),
                    nullToEmpty(reader.getNamespaceURI(i)));
        }
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            element.setAttributeNS(
                    emptyToNull(reader.getAttributeNamespace(i)),
                    qualified(reader.getAttributePrefix(i), reader.getAttributeLocalName(i)),
                    reader.getAttributeValue(i));
        }
        return element;
    }

    private static void copyStart(XMLStreamReader reader, XMLStreamWriter writer) throws XMLStreamException {
        writer.writeStartElement(
                nullToEmpty(reader.getPrefix()), reader.getLocalName(), nullToEmpty(reader.getNamespaceURI()));
        for (int i = 0; i < reader.getNamespaceCount(); i++) {
            String prefix = nullToEmpty(reader.getNamespacePrefix(i));
            if (prefix.isEmpty()) {
                writer.writeDefaultNamespace(nullToEmpty(reader.getNamespaceURI(i)));
            } else {
                writer.writeNamespace(prefix, reader.getNamespaceURI(i));
            }
        }
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            String namespace = nullToEmpty(reader.getAttributeNamespace(i));
            if (namespace.isEmpty()) {
                writer.writeAttribute(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
            } else {
                writer.writeAttribute(
                        reader.getAttributePrefix(i),
                        namespace,
                        reader.getAttributeLocalName(i),
                        reader.getAttributeValue(i));
            }
        }
    }

    private static String asWritten(XMLStreamReader reader) {
        var text = new StringBuilder();
        for (int i = 0; i < reader.getNamespaceCount(); i++) {
            text.append(declaration(nullToEmpty(reader.getNamespacePrefix(i)), reader.getNamespaceURI(i)));
        }
        return text.toString();
    }

    private static String declaration(String prefix, @Nullable String namespace) {
        return " xmlns:" + prefix + '=' + nullToEmpty(namespace);
    }

    private static String start(XMLStreamReader reader, String declarations) {
        var text = new StringBuilder("start ").append(qualified(reader.getPrefix(), String.valueOf(reader.getName())));
        text.append(declarations);
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            text.append(' ').append(qualified(reader.getAttributePrefix(i), reader.getAttributeName(i) + "="));
            text.append(reader.getAttributeValue(i));
        }
        return text.toString();
    }

    private static String qualified(@Nullable String prefix, String local) {
        return nullToEmpty(prefix).isEmpty() ? local : prefix + ":" + local;
    }

    private static String nullToEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static @Nullable String emptyToNull(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }

    /** Prints the namespace declarations of a start tag. */
    @FunctionalInterface
    private interface Declarations {
        String of(XMLStreamReader tag);

        default void end() {}
    }

    /** The declarations that change the bindings in scope. */
    private static final class Bindings implements Declarations {
        private final Deque<Map<String, String>> scopes = new ArrayDeque<>(List.of(Map.of("", "")));

        @Override
        public String of(XMLStreamReader tag) {
            Map<String, String> scope = new HashMap<>(scopes.element());
            Set<String> changed = new TreeSet<>();
            for (int i = 0; i < tag.getNamespaceCount(); i++) {
                String prefix = nullToEmpty(tag.getNamespacePrefix(i));
                String namespace = nullToEmpty(tag.getNamespaceURI(i));
                if (!namespace.equals(scope.put(prefix, namespace))) {
                    changed.add(declaration(prefix, namespace));
                }
            }
            scopes.push(scope);
            return String.join("", changed);
        }

        @Override
        public void end() {
            scopes.pop();
        }
    }
}
