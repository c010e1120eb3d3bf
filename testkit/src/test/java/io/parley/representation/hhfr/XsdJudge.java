package io.parley.representation.hhfr;

import io.parley.testkit.generate.RandomSchema;
import java.io.IOException;
import java.io.StringReader;
import java.util.HashMap;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.transform.Source;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.w3c.dom.ls.DOMImplementationLS;
import org.w3c.dom.ls.LSInput;
import org.w3c.dom.ls.LSResourceResolver;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** The JDK's validator, which is independent of Parley: it validates schemas, and messages against them. */
final class XsdJudge {
    private static final DOMImplementationLS LOAD_AND_SAVE = loadAndSave();

    private final Schema schema;

    private XsdJudge(Schema schema) {
        this.schema = schema;
    }

    /** Returns the validator of a schema; throws if the schema is invalid. */
    static XsdJudge of(RandomSchema random) throws SAXException {
        Map<String, String> texts = new HashMap<>();
        random.documents().forEach(document -> texts.put(document.file(), document.text()));
        SchemaFactory factory = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
        factory.setResourceResolver(resolver(texts));
        Source all = new StreamSource(new StringReader(parts(random)), "parts.xsd");
        return new XsdJudge(factory.newSchema(all));
    }

    /** Returns a document without namespace that refers to all others and declares an element for each part. */
    private static String parts(RandomSchema random) {
        String namespace = random.root().getNamespaceURI();
        StringBuilder text = new StringBuilder("<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:m='");
        text.append(namespace.isEmpty() ? "urn:unused" : namespace).append("'>");
        text.append(namespace.isEmpty() ? "<xs:include" : "<xs:import namespace='" + namespace + "'");
        text.append(" schemaLocation='main.xsd'/>");
        for (RandomSchema.Part part : random.parts()) {
            String type = (namespace.isEmpty() ? "" : "m:") + part.type().getLocalPart();
            text.append("<xs:element name='").append(part.name().getLocalPart());
            text.append("' type='").append(type).append("'/>");
        }
        return text.append("</xs:schema>").toString();
    }

    private static LSResourceResolver resolver(Map<String, String> texts) {
        return (type, namespace, publicId, systemId, base) -> {
            String file = systemId.substring(systemId.lastIndexOf('/') + 1);
            LSInput input = LOAD_AND_SAVE.createLSInput();
            input.setSystemId(file);
            input.setStringData(texts.get(file));
            return input;
        };
    }

    private static DOMImplementationLS loadAndSave() {
        try {
            Object feature = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .getDOMImplementation()
                    .getFeature("LS", "3.0");
            return (DOMImplementationLS) feature;
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("the JDK has no document builder", e);
        }
    }

    /** Validates the message; throws if it is invalid. */
    void check(String message) throws SAXException, IOException, ParserConfigurationException {
        SAXParserFactory parsers = SAXParserFactory.newInstance();
        parsers.setNamespaceAware(true);
        InputSource input = new InputSource(new StringReader(withEntities(message)));
        schema.newValidator().validate(new SAXSource(parsers.newSAXParser().getXMLReader(), input));
    }

    /** Adds the document type that declares values of type {@code ENTITY}, which Parley's messages never have. */
    private static String withEntities(String message) {
        String root = message.substring(1, message.indexOf(' '));
        return "<!DOCTYPE " + root + " [<!NOTATION n SYSTEM 'n'>"
                + "<!ENTITY picture SYSTEM 'p' NDATA n><!ENTITY sound SYSTEM 's' NDATA n>]>" + message;
    }
}
