package io.parley.representation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import org.jspecify.annotations.Nullable;

/**
 * The namespace bindings in scope: a stack with a mark for each open element. A binding is either a declaration in the
 * document, or only a hint that a StAX user gave by {@code setPrefix}. Searches are linear: real documents have few
 * bindings in scope.
 */
final class Scope implements NamespaceContext {
    private String[] prefixes = new String[4];
    private String[] uris = new String[4];
    private boolean[] declared = new boolean[4];
    private int size;
    private int[] marks = new int[4];
    private int levels;
    private @Nullable NamespaceContext outer;

    /** Sets the namespace context around the document. It resolves prefixes, but declares nothing. */
    void outer(NamespaceContext context) {
        this.outer = context;
    }

    void enter() {
        if (levels == marks.length) {
            marks = Arrays.copyOf(marks, 2 * levels);
        }
        marks[levels++] = size;
    }

    void leave() {
        int mark = marks[--levels];
        if (size > mark) {
            Arrays.fill(prefixes, mark, size, null);
            Arrays.fill(uris, mark, size, null);
            size = mark;
        }
    }

    void declare(String prefix, String uri) {
        add(prefix, uri, true);
    }

    void hint(String prefix, String uri) {
        add(prefix, uri, false);
    }

    /** Returns the index of the innermost element's first binding. Its bindings end at {@link #end}. */
    int start() {
        return levels == 0 ? 0 : marks[levels - 1];
    }

    int end() {
        return size;
    }

    boolean isDeclaration(int index) {
        return declared[index];
    }

    String prefix(int index) {
        return prefixes[index];
    }

    String uri(int index) {
        return uris[index];
    }

    /** Returns the namespace that the innermost element itself declares for the prefix, or null. */
    @Nullable
    String declaredHere(String prefix) {
        for (int i = size - 1; i >= start(); i--) {
            if (declared[i] && prefixes[i].equals(prefix)) {
                return uris[i];
            }
        }
        return null;
    }

    /** Returns the namespace that all open elements together declare for the prefix, or null. */
    @Nullable
    String declared(String prefix) {
        return declaredBelow(size, prefix);
    }

    /** Returns the namespace that the elements around the innermost one declare for the prefix, or null. */
    @Nullable
    String declaredAround(String prefix) {
        return declaredBelow(start(), prefix);
    }

    /** Returns an unbound prefix similar to the given one. */
    String unused(String like) {
        String prefix = (like.isEmpty() ? "ns" : like) + "_";
        while (find(prefix) >= 0) {
            prefix += "_";
        }
        return prefix;
    }

    /** Returns a prefix for that namespace, hints included, or null. Attributes cannot use the empty one. */
    @Nullable
    String prefixOf(String uri, boolean allowEmpty) {
        for (int i = size - 1; i >= 0; i--) {
            if (uris[i].equals(uri) && (allowEmpty || !prefixes[i].isEmpty()) && isVisible(i)) {
                return prefixes[i];
            }
        }
        if (uri.equals(XMLConstants.XML_NS_URI)) {
            return XMLConstants.XML_NS_PREFIX;
        }
        String found = outer == null ? null : outer.getPrefix(uri);
        return found == null || (found.isEmpty() && !allowEmpty) || find(found) >= 0 ? null : found;
    }

    @Override
    public String getNamespaceURI(String prefix) {
        if (prefix == null) {
            throw new IllegalArgumentException("the prefix is null");
        }
        int index = find(prefix);
        if (index >= 0) {
            return uris[index];
        }
        String builtIn = prefix.isEmpty() ? null : builtIn(prefix);
        if (builtIn == null && outer != null) {
            builtIn = outer.getNamespaceURI(prefix);
        }
        return builtIn == null ? XMLConstants.NULL_NS_URI : builtIn;
    }

    @Override
    public @Nullable String getPrefix(String uri) {
        if (uri == null) {
            throw new IllegalArgumentException("the namespace is null");
        }
        return uri.equals(XMLConstants.XMLNS_ATTRIBUTE_NS_URI) ? XMLConstants.XMLNS_ATTRIBUTE : prefixOf(uri, true);
    }

    @Override
    public Iterator<String> getPrefixes(String uri) {
        List<String> found = new ArrayList<>();
        for (int i = size - 1; i >= 0; i--) {
            if (uris[i].equals(uri) && isVisible(i) && !found.contains(prefixes[i])) {
                found.add(prefixes[i]);
            }
        }
        String other = getPrefix(uri);
        if (other != null && !found.contains(other)) {
            found.add(other);
        }
        return found.iterator();
    }

    private void add(String prefix, String uri, boolean isDeclaration) {
        if (size == prefixes.length) {
            prefixes = Arrays.copyOf(prefixes, 2 * size);
            uris = Arrays.copyOf(uris, 2 * size);
            declared = Arrays.copyOf(declared, 2 * size);
        }
        prefixes[size] = prefix;
        uris[size] = uri;
        declared[size++] = isDeclaration;
    }

    private boolean isVisible(int index) {
        return find(prefixes[index]) == index || uris[find(prefixes[index])].equals(uris[index]);
    }

    private int find(String prefix) {
        for (int i = size - 1; i >= 0; i--) {
            if (prefixes[i].equals(prefix)) {
                return i;
            }
        }
        return -1;
    }

    private @Nullable String declaredBelow(int end, String prefix) {
        for (int i = end - 1; i >= 0; i--) {
            if (declared[i] && prefixes[i].equals(prefix)) {
                return uris[i];
            }
        }
        return builtIn(prefix);
    }

    private static @Nullable String builtIn(String prefix) {
        return switch (prefix) {
            case XMLConstants.DEFAULT_NS_PREFIX -> XMLConstants.NULL_NS_URI;
            case XMLConstants.XML_NS_PREFIX -> XMLConstants.XML_NS_URI;
            case XMLConstants.XMLNS_ATTRIBUTE -> XMLConstants.XMLNS_ATTRIBUTE_NS_URI;
            default -> null;
        };
    }
}
