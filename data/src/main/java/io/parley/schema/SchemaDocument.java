package io.parley.schema;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.SchemaOutputResolver;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.transform.Result;
import javax.xml.transform.TransformerException;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/**
 * The text of one schema document. Documents refer to each other by system id and namespace; nothing is fetched.
 *
 * @param systemId the address that includes and imports resolve to, and that problems are reported with
 * @param text an {@code xs:schema} document
 */
public record SchemaDocument(String systemId, String text) {

    /**
     * Returns the document of a tree, for instance of an {@code xs:schema} inside a WSDL. Prefixes declared by
     * ancestors stay declared.
     */
    public static SchemaDocument of(String systemId, Element schema) {
        Element copy = schema;
        for (Node above = schema.getParentNode(); above instanceof Element; above = above.getParentNode()) {
            copy = copy == schema ? (Element) schema.cloneNode(true) : copy;
            declareMissing(copy, above.getAttributes());
        }
        StringWriter text = new StringWriter();
        try {
            SafeXml.transformer().transform(new DOMSource(copy, systemId), new StreamResult(text));
        } catch (TransformerException e) {
            throw new IllegalStateException("cannot write the tree of " + systemId, e);
        }
        return new SchemaDocument(systemId, text.toString());
    }

    private static void declareMissing(Element copy, NamedNodeMap attributes) {
        for (int i = 0; i < attributes.getLength(); i++) {
            Attr attribute = (Attr) attributes.item(i);
            boolean declares =
                    attribute.getName().equals("xmlns") || attribute.getName().startsWith("xmlns:");
            if (declares && !copy.hasAttribute(attribute.getName())) {
                copy.setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, attribute.getName(), attribute.getValue());
            }
        }
    }

    /** Returns the documents that a JAXB runtime generates from the classes of a context, in no particular order. */
    public static List<SchemaDocument> of(JAXBContext context) {
        Map<String, StringWriter> texts = new LinkedHashMap<>();
        try {
            context.generateSchema(new SchemaOutputResolver() {
                @Override
                public Result createOutput(String namespace, String suggestedName) {
                    StringWriter text = new StringWriter();
                    texts.put(suggestedName, text);
                    StreamResult result = new StreamResult(text);
                    result.setSystemId(suggestedName);
                    return result;
                }
            });
        } catch (IOException e) {
            throw new IllegalStateException("cannot write to memory", e);
        }
        List<SchemaDocument> documents = new ArrayList<>();
        texts.forEach((name, text) -> documents.add(new SchemaDocument(name, text.toString())));
        return documents;
    }
}
