package io.parley.representation;

/**
 * The names of one message as its reader learns them: prefixes, namespaces and names by number, so that comparing
 * bindings is comparing ints. {@link #NONE} and {@link #XML} are known to everybody. Belongs to one reader.
 */
public interface NumberedNames {
    /** Number of the empty prefix, and of no namespace. */
    int NONE = 0;

    /** Number of the prefix {@code xml}, and of its namespace. */
    int XML = 1;

    /** The prefix with that number. */
    String prefix(int prefix);

    /** The namespace with that number. */
    String namespace(int namespace);

    /** The number of a name's prefix. */
    int prefixOf(int name);

    /** The number of a name's namespace. */
    int namespaceOf(int name);
}
