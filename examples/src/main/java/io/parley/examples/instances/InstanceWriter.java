package io.parley.examples.instances;

import io.parley.schema.SafeXml;
import java.io.StringWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes an instance as text; each namespace has one prefix, declared where it is first used. */
final class InstanceWriter {
    private final StringWriter text = new StringWriter();
    private final XMLStreamWriter out;
    private final Map<String, String> prefixes = new HashMap<>();
    private final Deque<Set<String>> scopes = new ArrayDeque<>();
    private int elements;

    InstanceWriter() {
        try {
            out = SafeXml.output().createXMLStreamWriter(text);
        } catch (XMLStreamException e) {
            throw failed(e);
        }
    }

    /** Returns the number of elements started so far. */
    int elements() {
        return elements;
    }

    int depth() {
        return scopes.size();
    }

    void start(QName name) {
        elements++;
        try {
            String namespace = name.getNamespaceURI();
            if (namespace.isEmpty()) {
                out.writeStartElement("", name.getLocalPart(), "");
                scopes.push(new HashSet<>());
            } else {
                out.writeStartElement(named(namespace), name.getLocalPart(), namespace);
                scopes.push(new HashSet<>());
                prefix(namespace);
            }
        } catch (XMLStreamException e) {
            throw failed(e);
        }
    }

    /** Returns the prefix of a namespace, declaring it on the current element unless it is in scope. */
    String prefix(String namespace) {
        String prefix = named(namespace);
        if (scopes.stream().noneMatch(scope -> scope.contains(namespace))) {
            scopes.element().add(namespace);
            try {
                out.writeNamespace(prefix, namespace);
            } catch (XMLStreamException e) {
                throw failed(e);
            }
        }
        return prefix;
    }

    private String named(String namespace) {
        return prefixes.computeIfAbsent(
                namespace,
                any -> namespace.equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI) ? "xsi" : "n" + prefixes.size());
    }

    /** Returns a name as a prefixed value; unprefixed if it has no namespace. */
    String qualified(QName name) {
        return name.getNamespaceURI().isEmpty()
                ? name.getLocalPart()
                : prefix(name.getNamespaceURI()) + ":" + name.getLocalPart();
    }

    void attribute(QName name, String value) {
        try {
            String namespace = name.getNamespaceURI();
            if (namespace.isEmpty()) {
                out.writeAttribute(name.getLocalPart(), value);
            } else if (namespace.equals(XMLConstants.XML_NS_URI)) {
                out.writeAttribute("xml", namespace, name.getLocalPart(), value);
            } else {
                out.writeAttribute(prefix(namespace), namespace, name.getLocalPart(), value);
            }
        } catch (XMLStreamException e) {
            throw failed(e);
        }
    }

    void text(String value) {
        try {
            out.writeCharacters(value);
        } catch (XMLStreamException e) {
            throw failed(e);
        }
    }

    void end() {
        scopes.pop();
        try {
            out.writeEndElement();
        } catch (XMLStreamException e) {
            throw failed(e);
        }
    }

    String finished() {
        try {
            out.writeEndDocument();
            out.flush();
            return text.toString();
        } catch (XMLStreamException e) {
            throw failed(e);
        }
    }

    private static InstanceException failed(XMLStreamException e) {
        return new InstanceException("an instance cannot be written: " + e.getMessage());
    }
}
