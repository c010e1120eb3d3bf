package io.parley.representation;

/**
 * The names of one message as its reader learns them. Prefixes, namespaces and names have numbers, so that bindings are
 * compared as ints. {@link #NONE} and {@link #XML} are predefined. Belongs to one reader.
 */
public interface NumberedNames {
    /** Number of the empty prefix, and of no namespace. */
    int NONE = 0;

    /** Number of the prefix {@code xml}, and of its namespace. */
    int XML = 1;

    /** Returns the prefix with that number. */
    String prefix(int prefix);

    /** Returns the namespace with that number. */
    String namespace(int namespace);

    /** Returns the number of a name's prefix. */
    int prefixOf(int name);

    /** Returns the number of a name's namespace. */
    int namespaceOf(int name);
}
