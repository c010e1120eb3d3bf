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
 * Index of scopes on a node, which answers without reading them: the usage of each owner, and the scopes that are due
 * for a sweep. It is made of the summaries of heads as they come, so that nothing of it has to be kept on disk.
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

    /** A head stands in the cache, or stood there: an older one than what is known changes nothing. */
    synchronized void note(HeadFormat.Summary summary) {
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

    /** Scopes in which an owner has something, that of the cursor included, in order. */
    synchronized List<Scope> of(String owner, Cursor from, int limit) {
        Owned owned = owners.get(owner);
        return owned == null
                ? List.of()
                : owned.scopes.tailSet(new Cursor(from.scope(), ""), true).stream()
                        .limit(limit)
                        .map(place -> new Scope(place.scope()))
                        .toList();
    }

    /** Scopes with entries that have expired by then, or records older than that, or nothing in them. */
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
