package io.parley.context;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Changes in one scope that are made atomically.
 *
 * @param author the principal that requests it, for the log
 * @param changes 1 to 1,000, each of another entry
 * @param logged true if it is logged and watchers are notified; not needed for session state that changes with every
 *     message
 */
public record Transaction(Scope scope, String author, List<Change> changes, boolean logged) {
    /** Maximum number of changes in one transaction. */
    public static final int MAX_CHANGES = 1_000;

    public Transaction {
        Names.checked("author", author, Names.MAX_OWNER_BYTES);
        changes = List.copyOf(changes);
        if (changes.isEmpty() || changes.size() > MAX_CHANGES) {
            throw new IllegalArgumentException("expected 1 to " + MAX_CHANGES + " changes, found " + changes.size());
        }
        Set<String> names = new HashSet<>();
        for (Change change : changes) {
            if (!names.add(change.name())) {
                throw new IllegalArgumentException("expected changes of different entries, found two of one");
            }
        }
    }

    /** Returns a logged transaction. */
    public static Transaction in(Scope scope, String author, Change... changes) {
        return new Transaction(scope, author, List.of(changes), true);
    }

    /** Returns a copy that is not logged and not watched. */
    public Transaction quiet() {
        return new Transaction(scope, author, changes, false);
    }

    /** Returns the number of bytes of all its values. */
    public long bytes() {
        long bytes = 0;
        for (Change change : changes) {
            if (change instanceof Change.Put put) {
                bytes += put.value().length();
            }
        }
        return bytes;
    }
}
