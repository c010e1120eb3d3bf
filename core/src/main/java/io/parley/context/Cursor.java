package io.parley.context;

/** Position in a listing, which continues after it, in the order of scopes and names by their UTF-8 bytes. */
public record Cursor(String scope, String name) implements Comparable<Cursor> {
    /** The position before all entries. */
    public static final Cursor START = new Cursor("", "");

    /** Returns the position after an entry. */
    public static Cursor after(EntryInfo entry) {
        return new Cursor(entry.key().scope().id(), entry.key().name());
    }

    @Override
    public int compareTo(Cursor other) {
        int byScope = Names.ORDER.compare(scope, other.scope);
        return byScope == 0 ? Names.ORDER.compare(name, other.name) : byScope;
    }
}
