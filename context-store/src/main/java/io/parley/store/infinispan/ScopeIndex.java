package io.parley.store.infinispan;

import io.parley.context.Cursor;
import io.parley.context.Scope;
import io.parley.context.Usage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Index of the scopes on a node, which answers without reading them: the usage of each owner, and the scopes that are
 * due for a sweep. It is built from the summaries of heads as they arrive, so that none of it is kept on disk.
 * Thread-safe.
 */
final class ScopeIndex {
    private final Map<Scope, HeadFormat.Summary> scopes = new HashMap<>();
    private final Map<String, Owned> owners = new HashMap<>();

    /** Scopes and usage of one owner. */
    private static final class Owned {
        private final NavigableSet<Cursor> scopes = new TreeSet<>();
        private long entries;
        private long bytes;

        void add(Scope scope, Usage usage) {
            scopes.add(place(scope));
            entries += usage.entries();
            bytes += usage.bytes();
        }

        void remove(Scope scope, Usage usage) {
            scopes.remove(place(scope));
            entries -= usage.entries();
            bytes -= usage.bytes();
        }
    }

    /** Updates the index by the summary of a head; an older one than the known one is ignored. */
    synchronized void update(HeadFormat.Summary summary) {
        HeadFormat.Summary known = scopes.get(summary.scope());
        if (known == null || !summary.isOlderThan(known)) {
            forget(summary.scope());
            scopes.put(summary.scope(), summary);
            summary.usages()
                    .forEach((owner, usage) ->
                            owners.computeIfAbsent(owner, first -> new Owned()).add(summary.scope(), usage));
        }
    }

    synchronized void forget(Scope scope) {
        HeadFormat.Summary known = scopes.remove(scope);
        if (known != null) {
            known.usages()
                    .forEach((owner, usage) -> owners.computeIfPresent(owner, (same, owned) -> {
                        owned.remove(scope, usage);
                        return owned.scopes.isEmpty() ? null : owned;
                    }));
        }
    }

    synchronized Usage usage(String owner) {
        Owned owned = owners.get(owner);
        return owned == null ? Usage.NONE : new Usage(owned.entries, owned.bytes);
    }

    /** Returns the scopes in which an owner has entries, in order, starting with that of the cursor. */
    synchronized List<Scope> of(String owner, Cursor from, int limit) {
        Owned owned = owners.get(owner);
        return owned == null
                ? List.of()
                : owned.scopes.tailSet(new Cursor(from.scope(), ""), true).stream()
                        .limit(limit)
                        .map(place -> new Scope(place.scope()))
                        .toList();
    }

    /**
     * Returns the scopes with entries that expire by {@code now}, with records before {@code oldest}, or with nothing
     * in them.
     */
    synchronized List<Scope> due(long now, long oldest) {
        List<Scope> due = new ArrayList<>();
        for (HeadFormat.Summary each : scopes.values()) {
            boolean isEmpty = each.nextExpiry() == Long.MAX_VALUE && each.oldestRecord() == Long.MAX_VALUE;
            if (isEmpty || each.nextExpiry() <= now || each.oldestRecord() < oldest) {
                due.add(each.scope());
            }
        }
        return due;
    }

    synchronized List<Scope> all() {
        return List.copyOf(scopes.keySet());
    }

    private static Cursor place(Scope scope) {
        return new Cursor(scope.id(), "");
    }
}
