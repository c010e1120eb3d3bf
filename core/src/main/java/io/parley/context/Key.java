package io.parley.context;

/**
 * The name of one entry: its context, and what it is called there (like a scope's identifier, 1 to 1,000 bytes).
 * Any other name is {@code CONTEXT_REFUSED}.
 */
public record Key(Scope scope, String name) {

    public Key {
        Names.checked("entry name", name, Names.MAX_BYTES);
    }
}
