package io.parley.schema;

import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;

/** Writer of one indented schema document. Attributes must be written before the content of their element. */
final class XsdWriter {
    private final StringBuilder text = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();
    private final String namespace;
    private final List<String> namespaces;
    private boolean inTag;

    XsdWriter(String namespace, Collection<String> namespaces) {
        this.namespace = namespace;
        this.namespaces = new ArrayList<>(namespaces);
    }

    boolean hasNamespace() {
        return !namespace.isEmpty();
    }

    void openSchema() {
        open("schema").attribute("xmlns:xs", XMLConstants.W3C_XML_SCHEMA_NS_URI);
        attribute("xmlns:hhfr", WireFormat.NAMESPACE);
        for (int i = 0; i < namespaces.size(); i++) {
            if (!namespaces.get(i).isEmpty()) {
                attribute("xmlns:" + prefix(i), namespaces.get(i));
            }
        }
        if (hasNamespace()) {
            attribute("targetNamespace", namespace).attribute("elementFormDefault", "qualified");
        }
        for (String other : namespaces) {
            if (!other.equals(namespace)) {
                open("import");
                if (!other.isEmpty()) {
                    attribute("namespace", other);
                }
                close();
            }
        }
    }

    String finish() {
        close();
        return text.append('\n').toString();
    }

    /** Returns a reference to a global declaration, with its prefix. */
    String reference(QName name) {
        String uri = name.getNamespaceURI();
        if (uri.isEmpty()) {
            return name.getLocalPart();
        }
        if (uri.equals(XMLConstants.W3C_XML_SCHEMA_NS_URI)) {
            return "xs:" + name.getLocalPart();
        }
        if (uri.equals(XMLConstants.XML_NS_URI)) {
            return "xml:" + name.getLocalPart();
        }
        int index = namespaces.indexOf(uri);
        return (index < 0 ? "undefined" : prefix(index)) + ":" + name.getLocalPart();
    }

    private static String prefix(int index) {
        return "n" + (index + 1);
    }

    XsdWriter open(String name) {
        endTag();
        indent();
        text.append("<xs:").append(name);
        open.push(name);
        inTag = true;
        return this;
    }

    void close() {
        String name = open.pop();
        if (inTag) {
            text.append("/>");
            inTag = false;
        } else {
            indent();
            text.append("</xs:").append(name).append('>');
        }
    }

    private void endTag() {
        if (inTag) {
            text.append('>');
            inTag = false;
        }
    }

    private void indent() {
        if (text.length() > 0) {
            text.append('\n');
        }
        text.append("  ".repeat(open.size()));
    }

    XsdWriter attribute(String name, boolean value) {
        return value ? attribute(name, "true") : this;
    }

    XsdWriter attribute(String name, String value) {
        text.append(' ').append(name).append("=\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '<' -> text.append("&lt;");
                case '&' -> text.append("&amp;");
                case '"' -> text.append("&quot;");
                case '\t', '\n', '\r' -> text.append("&#").append((int) c).append(';');
                default -> text.append(c);
            }
        }
        text.append('"');
        return this;
    }

    XsdWriter occurs(Particle particle) {
        if (particle.min() != 1) {
            attribute("minOccurs", Integer.toString(particle.min()));
        }
        if (particle.max() != 1) {
            attribute("maxOccurs", particle.max() == Integer.MAX_VALUE ? "unbounded" : "" + particle.max());
        }
        return this;
    }

    void wire(WireFormat wire) {
        if (wire.byteOrder() != null) {
            attribute("hhfr:byteOrder", wire.byteOrder() == ByteOrder.BIG_ENDIAN ? "big" : "little");
        }
        if (wire.length() > 0) {
            attribute("hhfr:length", Integer.toString(wire.length()));
        }
        if (wire.encoding() != null) {
            attribute("hhfr:encoding", wire.encoding().label());
        }
    }
}
