package io.parley.binding;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/**
 * Prefixes for names while a document is written. Every namespace gets a prefix, declared on the element where it is
 * first used; the default namespace is only ever taken back.
 */
final class Prefixes {
    private final Deque<Map<String, String>> scopes = new ArrayDeque<>();
    private final Map<String, String> pending = new LinkedHashMap<>();
    private boolean defaultBound;
    private int made;

    /** @param around the declarations where the document begins, or null if the writer does not say */
    Prefixes(@Nullable NamespaceContext around) {
        String outside = around == null ? null : around.getNamespaceURI(XMLConstants.DEFAULT_NS_PREFIX);
        defaultBound = outside != null && !outside.isEmpty();
    }

    void enter() {
        scopes.push(new LinkedHashMap<>());
    }

    void leave() {
        scopes.pop();
    }

    /** The prefix for a name, empty for one without namespace; declared with the next start tag if it is new. */
    String of(QName name) {
        String namespace = name.getNamespaceURI();
        if (namespace.isEmpty()) {
            if (defaultBound) {
                pending.put("", "");
            }
            return "";
        }
        if (namespace.equals(XMLConstants.XML_NS_URI)) {
            return XMLConstants.XML_NS_PREFIX;
        }
        for (Map<String, String> scope : scopes) {
            String prefix = scope.get(namespace);
            if (prefix != null) {
                return prefix;
            }
        }
        String prefix = namespace.equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI) ? "xsi" : "n" + ++made;
        scopes.element().put(namespace, prefix);
        pending.put(prefix, namespace);
        return prefix;
    }

    /** Declares what is new on the start tag that was just begun. */
    void declare(XMLStreamWriter out) throws XMLStreamException {
        for (Map.Entry<String, String> each : pending.entrySet()) {
            if (each.getKey().isEmpty()) {
                out.writeDefaultNamespace("");
            } else {
                out.writeNamespace(each.getKey(), each.getValue());
            }
        }
        pending.clear();
    }
}
