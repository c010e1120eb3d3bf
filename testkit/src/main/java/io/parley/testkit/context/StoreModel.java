package io.parley.testkit.context;

import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.Transaction;
import io.parley.context.Usage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A simple model of what a store should hold: for names that sort the same in every collation, without quotas, and with
 * the versions that the store assigned.
 */
final class StoreModel {
    private final TreeMap<String, StoredEntry> entries = new TreeMap<>();
    private final Map<String, Integer> logged = new HashMap<>();

    record StoredEntry(String text, String owner, long version, Instant end) {}

    /** Returns the name of the first change that fails, or null; checked before anything is changed. */
    @Nullable
    String conflict(Transaction transaction, Instant now) {
        for (Change change : transaction.changes()) {
            StoredEntry stored = present(place(transaction, change), now);
            boolean needed = change instanceof Change.Touch && stored == null;
            boolean holds = !needed && holds(change.condition(), stored);
            if (!holds) {
                return change.name();
            }
        }
        return null;
    }

    private static boolean holds(Condition condition, @Nullable StoredEntry stored) {
        if (condition instanceof Condition.Version wanted) {
            return stored != null && stored.version == wanted.version();
        }
        return condition instanceof Condition.Any || stored == null;
    }

    void make(Transaction transaction, long version, Instant now) {
        for (Change change : transaction.changes()) {
            String place = place(transaction, change);
            StoredEntry stored = present(place, now);
            if (change instanceof Change.Put put) {
                entries.put(place, new StoredEntry(put.value().text(), put.owner(), version, now.plus(put.lifetime())));
                count(transaction);
            } else if (change instanceof Change.Touch touch && stored != null) {
                entries.put(
                        place, new StoredEntry(stored.text, stored.owner, stored.version, now.plus(touch.lifetime())));
            } else if (change instanceof Change.Delete && entries.remove(place) != null) {
                count(transaction);
            }
        }
    }

    private void count(Transaction transaction) {
        if (transaction.logged()) {
            logged.merge(transaction.scope().id(), 1, Integer::sum);
        }
    }

    /** Returns the number of records in a scope's log. */
    int logged(String scope) {
        return logged.getOrDefault(scope, 0);
    }

    @Nullable
    StoredEntry present(String place, Instant now) {
        StoredEntry stored = entries.get(place);
        return stored == null || !now.isBefore(stored.end) ? null : stored;
    }

    /** Removes expired entries and returns their number. */
    int sweep(Instant now) {
        List<String> expired = new ArrayList<>();
        entries.forEach((place, stored) -> {
            if (!now.isBefore(stored.end)) {
                expired.add(place);
            }
        });
        for (String place : expired) {
            entries.remove(place);
            logged.merge(place.substring(0, place.indexOf('/')), 1, Integer::sum);
        }
        return expired.size();
    }

    /** Returns the places of an owner's entries, or all if the owner is empty. */
    List<String> places(String prefix, String owner, Instant now) {
        List<String> places = new ArrayList<>();
        entries.forEach((place, stored) -> {
            boolean wanted = place.startsWith(prefix) && (owner.isEmpty() || stored.owner.equals(owner));
            if (wanted && now.isBefore(stored.end)) {
                places.add(place);
            }
        });
        return places;
    }

    /** Returns the usage of an owner, expired entries included. */
    Usage usage(String owner) {
        long count = 0;
        long bytes = 0;
        for (StoredEntry stored : entries.values()) {
            if (stored.owner.equals(owner)) {
                count++;
                bytes += stored.text.length();
            }
        }
        return new Usage(count, bytes);
    }

    static String place(Transaction transaction, Change change) {
        return transaction.scope().id() + "/" + change.name();
    }
}
