package io.parley.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;

/** An element of a schema document, with its relevant attributes and children. */
final class XsdNode {
    private final String name;
    private final Map<String, String> attributes;
    private final Map<String, String> annotations;
    private final Prefixes prefixes;
    private final Place place;
    private final List<XsdNode> children = new ArrayList<>();

    XsdNode(
            String name,
            Map<String, String> attributes,
            Map<String, String> annotations,
            Prefixes prefixes,
            Place place) {
        this.name = name;
        this.attributes = attributes;
        this.annotations = annotations;
        this.prefixes = prefixes;
        this.place = place;
    }

    /** Returns the local name in the XSD namespace. */
    String name() {
        return name;
    }

    boolean is(String local) {
        return name.equals(local);
    }

    Place place() {
        return place;
    }

    Prefixes prefixes() {
        return prefixes;
    }

    List<XsdNode> children() {
        return children;
    }

    Optional<XsdNode> child(String local) {
        return children.stream().filter(child -> child.is(local)).findFirst();
    }

    List<XsdNode> children(String local) {
        return children.stream().filter(child -> child.is(local)).toList();
    }

    /** Returns the attribute's value without surrounding white space, or null. */
    @Nullable
    String attribute(String local) {
        String text = attributes.get(local);
        return text == null ? null : text.strip();
    }

    /** Returns the attribute's value as it is written, or null. */
    @Nullable
    String rawAttribute(String local) {
        return attributes.get(local);
    }

    String attribute(String local, String defaultValue) {
        String text = attribute(local);
        return text == null ? defaultValue : text;
    }

    boolean isTrue(String local) {
        String text = attribute(local, "false");
        return text.equals("true") || text.equals("1");
    }

    /** Returns the attributes of Parley's own namespace by local name. */
    Map<String, String> annotations() {
        return annotations;
    }

    /** Returns whether two nodes contain the same declaration, regardless of their places. */
    boolean sameAs(XsdNode other) {
        if (!name.equals(other.name)
                || !attributes.equals(other.attributes)
                || !annotations.equals(other.annotations)
                || children.size() != other.children.size()) {
            return false;
        }
        for (int i = 0; i < children.size(); i++) {
            if (!children.get(i).sameAs(other.children.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Namespace declarations in scope, innermost first. */
    record Prefixes(@Nullable Prefixes above, Map<String, String> declared) {
        static final Prefixes NONE = new Prefixes(null, Map.of("xml", XMLConstants.XML_NS_URI));

        Prefixes with(Map<String, String> more) {
            return more.isEmpty() ? this : new Prefixes(this, more);
        }

        /** Returns the namespace of a prefix, or null if it is not declared. */
        @Nullable
        String namespace(String prefix) {
            for (Prefixes scope = this; scope != null; scope = scope.above) {
                String uri = scope.declared.get(prefix);
                if (uri != null) {
                    return uri;
                }
            }
            return prefix.isEmpty() ? "" : null;
        }
    }
}
