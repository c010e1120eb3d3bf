package io.parley.context;

/**
 * A context: the identifier that its entries share, and within which changes are atomic. Any text of 1 to 1,000 bytes of
 * UTF-8 without control characters; nothing is read into it, no store makes a path of it.
 * Any other text is {@code CONTEXT_REFUSED}.
 */
public record Scope(String id) {

    public Scope {
        Names.checked("context identifier", id, Names.MAX_BYTES);
    }

    /** The key of an entry in this context. */
    public Key key(String name) {
        return new Key(this, name);
    }
}
