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
 * What a store should hold, told as simply as can be: for names that sort alike in every order, without quotas, and with the
 * versions that the store itself gave.
 */
final class StoreModel {
    private final TreeMap<String, Kept> entries = new TreeMap<>();
    private final Map<String, Integer> logged = new HashMap<>();

    record Kept(String text, String owner, long version, Instant end) {}

    /** Which change fails first, or null; decided before anything is changed. */
    @Nullable
    String conflict(Transaction transaction, Instant now) {
        for (Change change : transaction.changes()) {
            Kept kept = present(place(transaction, change), now);
            boolean needed = change instanceof Change.Touch && kept == null;
            boolean holds = !needed && holds(change.condition(), kept);
            if (!holds) {
                return change.name();
            }
        }
        return null;
    }

    private static boolean holds(Condition condition, @Nullable Kept kept) {
        if (condition instanceof Condition.Version wanted) {
            return kept != null && kept.version == wanted.version();
        }
        return condition instanceof Condition.Any || kept == null;
    }

    void make(Transaction transaction, long version, Instant now) {
        for (Change change : transaction.changes()) {
            String place = place(transaction, change);
            Kept kept = present(place, now);
            if (change instanceof Change.Put put) {
                entries.put(place, new Kept(put.value().text(), put.owner(), version, now.plus(put.lifetime())));
                count(transaction);
            } else if (change instanceof Change.Touch touch && kept != null) {
                entries.put(place, new Kept(kept.text, kept.owner, kept.version, now.plus(touch.lifetime())));
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

    /** How many records the scope's log has. */
    int logged(String scope) {
        return logged.getOrDefault(scope, 0);
    }

    @Nullable
    Kept present(String place, Instant now) {
        Kept kept = entries.get(place);
        return kept == null || !now.isBefore(kept.end) ? null : kept;
    }

    /** Clears away what has expired; how many entries. */
    int sweep(Instant now) {
        List<String> expired = new ArrayList<>();
        entries.forEach((place, kept) -> {
            if (!now.isBefore(kept.end)) {
                expired.add(place);
            }
        });
        for (String place : expired) {
            entries.remove(place);
            logged.merge(place.substring(0, place.indexOf('/')), 1, Integer::sum);
        }
        return expired.size();
    }

    /** The places of an owner's entries, and all if the owner is empty. */
    List<String> places(String prefix, String owner, Instant now) {
        List<String> places = new ArrayList<>();
        entries.forEach((place, kept) -> {
            boolean wanted = place.startsWith(prefix) && (owner.isEmpty() || kept.owner.equals(owner));
            if (wanted && now.isBefore(kept.end)) {
                places.add(place);
            }
        });
        return places;
    }

    /** What counts, expired or not. */
    Usage usage(String owner) {
        long count = 0;
        long bytes = 0;
        for (Kept kept : entries.values()) {
            if (kept.owner.equals(owner)) {
                count++;
                bytes += kept.text.length();
            }
        }
        return new Usage(count, bytes);
    }

    static String place(Transaction transaction, Change change) {
        return transaction.scope().id() + "/" + change.name();
    }
}
