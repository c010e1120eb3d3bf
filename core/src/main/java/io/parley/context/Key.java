package io.parley.context;

/**
 * The name of an entry: its scope, and its name there of 1 to 1,000 bytes. Any other name is {@code CONTEXT_REFUSED}.
 */
public record Key(Scope scope, String name) {

    public Key {
        Names.checked("entry name", name, Names.MAX_BYTES);
    }
}
