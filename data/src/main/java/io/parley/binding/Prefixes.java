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
 * Prefixes of namespaces while a document is written. Every namespace gets a prefix, which is declared on the element
 * that first uses it. The default namespace is never bound, only undeclared.
 */
final class Prefixes {
    private final Deque<Map<String, String>> scopes = new ArrayDeque<>();
    private final Map<String, String> pending = new LinkedHashMap<>();
    private boolean defaultBound;
    private int generated;

    /**
     * @param scope the declarations in scope at the start, or null if the writer does not know them
     */
    Prefixes(@Nullable NamespaceContext scope) {
        String defaultNamespace = scope == null ? null : scope.getNamespaceURI(XMLConstants.DEFAULT_NS_PREFIX);
        defaultBound = defaultNamespace != null && !defaultNamespace.isEmpty();
    }

    void enter() {
        scopes.push(new LinkedHashMap<>());
    }

    void leave() {
        scopes.pop();
    }

    /**
     * Returns the prefix for a name; empty for a name without a namespace. A new prefix is declared by the next start
     * tag.
     */
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
        String prefix = namespace.equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI) ? "xsi" : "n" + ++generated;
        scopes.element().put(namespace, prefix);
        pending.put(prefix, namespace);
        return prefix;
    }

    /** Declares the new prefixes on the start tag that was just written. */
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
