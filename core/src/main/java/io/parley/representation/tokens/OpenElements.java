package io.parley.representation.tokens;

import io.parley.HotPath;
import io.parley.ParleyException;
import io.parley.representation.Source;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import org.jspecify.annotations.Nullable;

/**
 * The elements that a reader is inside of, with the namespace declarations in scope. What a prefix is bound to now is an
 * array access; each declaration remembers what it hid, so that leaving an element undoes its own.
 */
final class OpenElements implements NamespaceContext {
    private static final int UNBOUND = -1;

    private final Source source;
    private final ReaderNames names;

    private int[] elements = new int[16];
    private int[] marks = new int[16];
    private int depth;

    private int[] prefixes = new int[16];
    private int[] namespaces = new int[16];
    private int[] hidden = new int[16];
    private int declarations;

    /** By prefix number: the namespace number it is bound to, and the start tag that last declared it. */
    private int[] bound = {ReaderNames.NONE, ReaderNames.XML};

    private int[] declaredBy = new int[2];
    private int tag;

    OpenElements(Source source, ReaderNames names) {
        this.source = source;
        this.names = names;
    }

    @HotPath
    void enter(int name) {
        if (depth == elements.length) {
            elements = Arrays.copyOf(elements, 2 * depth);
            marks = Arrays.copyOf(marks, 2 * depth);
        }
        elements[depth] = name;
        marks[depth++] = declarations;
        tag++;
    }

    @HotPath
    void leave() {
        int mark = marks[--depth];
        while (declarations > mark) {
            declarations--;
            bound[prefixes[declarations]] = hidden[declarations];
        }
    }

    int depth() {
        return depth;
    }

    /** The name of the innermost element. */
    int element() {
        return elements[depth - 1];
    }

    /** Reads a declaration of the innermost element. */
    void readDeclaration() {
        int prefix = names.readPrefix();
        int namespace = names.readNamespace();
        if ((prefix != ReaderNames.NONE && namespace == ReaderNames.NONE)
                || (prefix == ReaderNames.XML) != (namespace == ReaderNames.XML)) {
            throw ParleyException.malformed("a legal binding", "another", source.at("namespace declaration"));
        }
        growTo(prefix);
        if (declaredBy[prefix] == tag) {
            throw ParleyException.malformed("a prefix once", "it twice", source.at("namespace declaration"));
        }
        declaredBy[prefix] = tag;
        if (declarations == prefixes.length) {
            prefixes = Arrays.copyOf(prefixes, 2 * declarations);
            namespaces = Arrays.copyOf(namespaces, 2 * declarations);
            hidden = Arrays.copyOf(hidden, 2 * declarations);
        }
        prefixes[declarations] = prefix;
        namespaces[declarations] = namespace;
        hidden[declarations++] = bound[prefix];
        bound[prefix] = namespace;
    }

    /** Checks that the name's prefix is bound to its namespace here; an attribute without prefix has none. */
    @HotPath
    void check(int name, boolean element) {
        int prefix = names.prefixOf(name);
        int namespace = names.namespaceOf(name);
        int expected = prefix == ReaderNames.NONE && !element
                ? ReaderNames.NONE
                : prefix < bound.length ? bound[prefix] : UNBOUND;
        if (namespace != expected) {
            throw ParleyException.malformed(
                    "a name whose prefix is bound to its namespace", "another", source.at("name"));
        }
    }

    /** Declarations of the innermost element. */
    int declarations() {
        return declarations - marks[depth - 1];
    }

    String declaredPrefix(int index) {
        return names.prefix(prefixes[marks[depth - 1] + index]);
    }

    String declaredNamespace(int index) {
        return names.namespace(namespaces[marks[depth - 1] + index]);
    }

    @Override
    public String getNamespaceURI(String prefix) {
        String bound = find(prefix);
        return bound == null ? XMLConstants.NULL_NS_URI : bound;
    }

    /** The namespace bound to the prefix, or null. */
    @Nullable
    String find(String prefix) {
        if (prefix == null) {
            throw new IllegalArgumentException("the prefix is null");
        }
        for (int i = declarations - 1; i >= 0; i--) {
            if (names.prefix(prefixes[i]).equals(prefix)) {
                return names.namespace(namespaces[i]);
            }
        }
        return switch (prefix) {
            case XMLConstants.DEFAULT_NS_PREFIX -> XMLConstants.NULL_NS_URI;
            case XMLConstants.XML_NS_PREFIX -> XMLConstants.XML_NS_URI;
            case XMLConstants.XMLNS_ATTRIBUTE -> XMLConstants.XMLNS_ATTRIBUTE_NS_URI;
            default -> null;
        };
    }

    @Override
    public @Nullable String getPrefix(String uri) {
        Iterator<String> all = getPrefixes(uri);
        return all.hasNext() ? all.next() : null;
    }

    @Override
    public Iterator<String> getPrefixes(String uri) {
        if (uri == null) {
            throw new IllegalArgumentException("the namespace is null");
        }
        List<String> found = new ArrayList<>();
        if (uri.equals(XMLConstants.XML_NS_URI)) {
            found.add(XMLConstants.XML_NS_PREFIX);
        } else if (uri.equals(XMLConstants.XMLNS_ATTRIBUTE_NS_URI)) {
            found.add(XMLConstants.XMLNS_ATTRIBUTE);
        } else {
            addVisible(uri, found);
        }
        return found.iterator();
    }

    private void addVisible(String uri, List<String> found) {
        for (int i = declarations - 1; i >= 0; i--) {
            boolean visible = bound[prefixes[i]] == namespaces[i];
            if (visible && names.namespace(namespaces[i]).equals(uri) && !found.contains(names.prefix(prefixes[i]))) {
                found.add(names.prefix(prefixes[i]));
            }
        }
    }

    private void growTo(int prefix) {
        if (prefix >= bound.length) {
            int before = bound.length;
            int size = Math.max(prefix + 1, 2 * before);
            bound = Arrays.copyOf(bound, size);
            declaredBy = Arrays.copyOf(declaredBy, size);
            Arrays.fill(bound, before, size, UNBOUND);
        }
    }
}
