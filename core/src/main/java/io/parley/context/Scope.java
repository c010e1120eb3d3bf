package io.parley.context;

/**
 * A context: the identifier that its entries share, and within which changes are atomic. Any text of 1 to 1,000 bytes
 * of UTF-8 without control characters; it has no structure, and is never used as a path. Any other text is
 * {@code CONTEXT_REFUSED}.
 */
public record Scope(String id) {

    public Scope {
        Names.checked("context identifier", id, Names.MAX_BYTES);
    }

    /** Returns the key of an entry in this context. */
    public Key key(String name) {
        return new Key(this, name);
    }
}
