package io.parley.representation;

import io.parley.HotPath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import org.jspecify.annotations.Nullable;

/**
 * The open elements of a reader, with the namespace declarations in scope. The lookup of a prefix is an array access;
 * each declaration remembers the binding that it hides, and leaving an element restores it. Belongs to one reader.
 */
public final class OpenElements implements NamespaceContext {
    /** Namespace number of a prefix that is not bound. */
    public static final int UNBOUND = -1;

    private final NumberedNames names;

    private int[] elements = new int[4];
    private int[] marks = new int[4];
    private int depth;

    private int[] prefixes = new int[4];
    private int[] namespaces = new int[4];
    private int[] hidden = new int[4];
    private int declarations;

    /** By prefix number: the namespace number that the prefix is bound to, and the start tag that last declared it. */
    private int[] bound = {NumberedNames.NONE, NumberedNames.XML};

    private int[] declaredBy = new int[2];
    private int tag;

    /**
     * @param names resolves the numbers of prefixes and namespaces
     */
    public OpenElements(NumberedNames names) {
        this.names = names;
    }

    /** Returns whether a tag may bind that prefix to that namespace at all (Namespaces in XML 1.0, section 3). */
    public static boolean isLegal(int prefix, int namespace) {
        return (prefix == NumberedNames.NONE || namespace != NumberedNames.NONE)
                && (prefix == NumberedNames.XML) == (namespace == NumberedNames.XML);
    }

    /** Opens an element with the name of that number. */
    @HotPath
    public void enter(int name) {
        if (depth == elements.length) {
            elements = Arrays.copyOf(elements, 2 * depth);
            marks = Arrays.copyOf(marks, 2 * depth);
        }
        elements[depth] = name;
        marks[depth++] = declarations;
        tag++;
    }

    /** Closes the innermost element. */
    @HotPath
    public void leave() {
        int mark = marks[--depth];
        while (declarations > mark) {
            declarations--;
            bound[prefixes[declarations]] = hidden[declarations];
        }
    }

    /** Closes all open elements. */
    public void clear() {
        while (depth > 0) {
            leave();
        }
    }

    /** Returns the number of open elements; 0 outside the root. */
    public int depth() {
        return depth;
    }

    /** Returns the number of the innermost element's name. */
    public int element() {
        return elements[depth - 1];
    }

    /** Binds a prefix for the innermost element, which has not bound it yet. */
    public void declare(int prefix, int namespace) {
        growTo(prefix);
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

    /** Returns whether the innermost element, whose tag is being read, has bound the prefix itself. */
    public boolean isDeclaredHere(int prefix) {
        return prefix < declaredBy.length && declaredBy[prefix] == tag;
    }

    /** Returns the number of the namespace that the prefix is bound to, or {@link #UNBOUND}. */
    @HotPath
    public int bound(int prefix) {
        return prefix < bound.length ? bound[prefix] : UNBOUND;
    }

    /** Returns the number of declarations of the innermost element. */
    public int declarations() {
        return declarations - marks[depth - 1];
    }

    /**
     * Returns the prefix of a declaration of the innermost element, in the order of the tag; empty for the default
     * namespace.
     *
     * @param index from 0, below {@link #declarations}; not checked
     */
    public String declaredPrefix(int index) {
        return names.prefix(prefixes[marks[depth - 1] + index]);
    }

    /**
     * Returns the namespace of a declaration of the innermost element; empty if it undeclares the default namespace.
     *
     * @param index from 0, below {@link #declarations}; not checked
     */
    public String declaredNamespace(int index) {
        return names.namespace(namespaces[marks[depth - 1] + index]);
    }

    @Override
    public String getNamespaceURI(String prefix) {
        String bound = find(prefix);
        return bound == null ? XMLConstants.NULL_NS_URI : bound;
    }

    /** Returns the namespace bound to the prefix, or null. */
    public @Nullable String find(String prefix) {
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
