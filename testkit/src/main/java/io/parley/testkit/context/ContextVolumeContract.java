package io.parley.testkit.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContextStore;
import io.parley.context.Cursor;
import io.parley.context.EntryInfo;
import io.parley.context.LogRecord;
import io.parley.context.Read;
import io.parley.context.Scope;
import io.parley.context.StoreSettings;
import io.parley.context.Subscription;
import io.parley.context.Transaction;
import io.parley.context.Value;
import io.parley.context.Watcher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Contract of a store with many entries: it opens, is read in pages during writes, and notifies many watchers. The
 * system properties {@code parley.context.entries} and {@code parley.context.watchers} set the numbers; an engine
 * should be tested with 1,000,000 and 10,000.
 */
public abstract class ContextVolumeContract {
    private static final int ENTRIES = Integer.getInteger("parley.context.entries", 3_000);
    private static final int WATCHERS = Integer.getInteger("parley.context.watchers", 200);
    private static final int TOGETHER = 500;
    private static final int VALUE_BYTES = 100;
    private static final int PER_SCOPE = 10_000;
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration LIFETIME = Duration.ofHours(1);
    private static final String OWNER = "volume";

    private StorePlace place;

    /** Returns an empty place. */
    protected abstract StorePlace place() throws Exception;

    @BeforeEach
    void makePlace() throws Exception {
        place = place();
    }

    @AfterEach
    void clear() throws Exception {
        place.close();
    }

    @Test
    void aLargeStoreOpensAndIsReadCompletelyDuringWrites() {
        long wrote;
        try (ContextStore store = place.open(roomy())) {
            long began = System.nanoTime();
            for (int first = 0; first < ENTRIES; first += TOGETHER) {
                write(store, first, Math.min(ENTRIES, first + TOGETHER));
            }
            wrote = System.nanoTime() - began;
            assertAllThere(store);
        }
        if (place.isDurable()) {
            long began = System.nanoTime();
            try (ContextStore store = place.open(roomy())) {
                assertThat(store.get(scope(0).key("0"), Read.LATEST)).isPresent();
                System.out.println("{\"entries\":" + ENTRIES + ",\"write_ms\":"
                        + Duration.ofNanos(wrote).toMillis() + ",\"open_and_read_one_ms\":"
                        + Duration.ofNanos(System.nanoTime() - began).toMillis() + "}");
                assertAllThere(store);
            }
        }
    }

    @Test
    void manyWatchersAreEachNotifiedOfTheirScope() {
        try (ContextStore store = place.open(roomy())) {
            Set<Integer> notified = ConcurrentHashMap.newKeySet();
            List<Subscription> subscriptions = new ArrayList<>();
            for (int i = 0; i < WATCHERS; i++) {
                subscriptions.add(store.watch(new Scope("watched " + i), 0, new RecordingWatcher(notified, i)));
            }
            for (int i = 0; i < WATCHERS; i++) {
                put(store, new Scope("watched " + i), List.of("one"));
            }
            await().atMost(PATIENCE).until(() -> notified.size() == WATCHERS);
            subscriptions.forEach(Subscription::close);
        }
    }

    /** A watcher that records which watchers were notified and reads again on resync. */
    private record RecordingWatcher(Set<Integer> notified, int number) implements Watcher {
        @Override
        public void changed(LogRecord change) {
            notified.add(number);
        }

        @Override
        public void resync(long number) {
            // It begins with the first record, so nothing can be missing.
        }
    }

    private static void write(ContextStore store, int from, int to) {
        List<String> names = new ArrayList<>();
        for (int i = from; i < to; i++) {
            names.add(String.valueOf(i));
        }
        put(store, scope(from), names);
    }

    private static void put(ContextStore store, Scope scope, List<String> names) {
        Change[] changes = names.stream()
                .map(name -> new Change.Put(
                        name,
                        Value.handOver(new byte[VALUE_BYTES], "application/octet-stream"),
                        OWNER,
                        LIFETIME,
                        Condition.absent()))
                .toArray(Change[]::new);
        assertThat(store.write(Transaction.in(scope, OWNER, changes)).isDone()).isTrue();
    }

    private static Scope scope(int number) {
        return new Scope("many " + number / PER_SCOPE);
    }

    private static void assertAllThere(ContextStore store) {
        Set<String> found = new HashSet<>();
        Cursor cursor = Cursor.START;
        int writes = 0;
        while (true) {
            List<EntryInfo> page = store.owned(OWNER, cursor, ContextStore.MAX_PAGE);
            page.stream()
                    .filter(entry -> entry.key().scope().id().startsWith("many "))
                    .forEach(entry -> found.add(entry.key().name()));
            if (page.size() < ContextStore.MAX_PAGE) {
                break;
            }
            cursor = Cursor.after(page.get(page.size() - 1));
            // One entry after the current page and one before it: neither may disturb the pages.
            String name = "beside " + System.nanoTime();
            put(store, new Scope((writes++ % 2 == 0 ? "a" : "z") + name), List.of(name));
        }
        assertThat(found).hasSize(ENTRIES);
        assertThat(store.usage(OWNER).entries()).isGreaterThanOrEqualTo(ENTRIES);
    }

    private static StoreSettings roomy() {
        Limits limits = Limits.defaults()
                .with(Limit.CONTEXT_ENTRIES, 2L * ENTRIES + 1_000_000)
                .with(Limit.CONTEXT_BYTES, 1L << 40);
        return StoreSettings.defaults().with(limits);
    }
}
