package io.parley.conformance.raw;

import io.parley.Limits;
import io.parley.schema.SafeXml;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * An element of a message with its content. Only the parser is shared with the core, since the project permits no
 * other.
 *
 * @param namespace of the element
 * @param name the local name
 * @param attributes by local name
 * @param children in their order
 * @param text of the element itself
 */
public record XmlTree(
        String namespace, String name, Map<String, String> attributes, List<XmlTree> children, String text) {
    public XmlTree {
        attributes = Map.copyOf(attributes);
        children = List.copyOf(children);
    }

    /** Parses a document. */
    public static XmlTree parse(String document) {
        try {
            XMLStreamReader reader = SafeXml.reader(new StringReader(document), Limits.defaults());
            reader.nextTag();
            return element(reader);
        } catch (XMLStreamException e) {
            throw new WireError("expected XML, found " + e.getMessage());
        }
    }

    private static XmlTree element(XMLStreamReader reader) throws XMLStreamException {
        String namespace = reader.getNamespaceURI() == null ? "" : reader.getNamespaceURI();
        String name = reader.getLocalName();
        Map<String, String> attributes = new LinkedHashMap<>();
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
        }
        List<XmlTree> children = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (int event = reader.next(); event != XMLStreamConstants.END_ELEMENT; event = reader.next()) {
            if (event == XMLStreamConstants.START_ELEMENT) {
                children.add(element(reader));
            } else if (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA) {
                text.append(reader.getText());
            }
        }
        return new XmlTree(namespace, name, attributes, children, text.toString());
    }

    /** Returns an attribute, empty if there is none. */
    public String attribute(String attribute) {
        return attributes.getOrDefault(attribute, "");
    }

    /** Returns the children with a name. */
    public List<XmlTree> all(String child) {
        return children.stream().filter(each -> each.name.equals(child)).toList();
    }

    /** Returns the texts of the children with a name. */
    public List<String> texts(String child) {
        return all(child).stream().map(each -> each.text.strip()).toList();
    }

    /**
     * Returns the text of the only child with a name, empty if there is none.
     *
     * @throws WireError if there are several
     */
    public String one(String child) {
        List<String> texts = texts(child);
        if (texts.size() > 1) {
            throw new WireError("expected one " + child + " in " + name + ", found " + texts.size());
        }
        return texts.isEmpty() ? "" : texts.get(0);
    }

    /** Returns the first element with a name, this one or a descendant. */
    public Optional<XmlTree> find(String wanted) {
        if (name.equals(wanted)) {
            return Optional.of(this);
        }
        return children.stream().flatMap(child -> child.find(wanted).stream()).findFirst();
    }
}
