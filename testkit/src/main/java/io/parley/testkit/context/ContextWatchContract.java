package io.parley.testkit.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.LogRecord;
import io.parley.context.Scope;
import io.parley.context.Transaction;
import io.parley.context.Watcher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/**
 * Contract of watching: every logged change at least once and in order, a resync where some may be missing, and no
 * delay of writers.
 */
public abstract class ContextWatchContract extends StoreContract {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @Test
    void aNewWatcherIsResyncedAndThenNotifiedOfEachChangeInOrder() {
        long before = putDone(KEY, "before");
        RecordingWatcher watcher = new RecordingWatcher();
        try (var watching = store.watch(SCOPE, Watcher.FROM_NOW, watcher)) {
            await().atMost(PATIENCE).until(() -> watcher.resyncs.equals(List.of(before)));
            List<Long> put = new ArrayList<>();
            for (int i = 0; i < 250; i++) {
                put.add(putDone(KEY, "v" + i));
            }
            await().atMost(PATIENCE).until(() -> watcher.numbers().equals(put));
            assertThat(watcher.resyncs).hasSize(1);
        }
    }

    @Test
    void aWatcherContinuesFromAKnownNumber() {
        long known = putDone(KEY, "a");
        long second = putDone(KEY, "b");
        RecordingWatcher watcher = new RecordingWatcher();
        try (var watching = store.watch(SCOPE, known, watcher)) {
            await().atMost(PATIENCE).until(() -> watcher.numbers().equals(List.of(second)));
            long third = putDone(KEY, "c");
            await().atMost(PATIENCE).until(() -> watcher.numbers().equals(List.of(second, third)));
            assertThat(watcher.resyncs).isEmpty();
        }
    }

    @Test
    void aWatcherIsNotifiedOnlyOfItsScope() {
        Scope other = new Scope("other");
        RecordingWatcher watcher = new RecordingWatcher();
        try (var watching = store.watch(SCOPE, 0, watcher)) {
            store.write(Transaction.in(other, ALICE, put(other.key("x"), "x", Condition.any())));
            store.write(Transaction.in(SCOPE, ALICE, put(KEY, "quiet", Condition.any()))
                    .quiet());
            long number = putDone(KEY, "a");
            await().atMost(PATIENCE).until(() -> watcher.numbers().equals(List.of(number)));
        }
    }

    @Test
    void watchersAreNotifiedOfDeletesAndExpiries() {
        RecordingWatcher watcher = new RecordingWatcher();
        try (var watching = store.watch(SCOPE, 0, watcher)) {
            write(put(KEY, "a", Condition.any(), Duration.ofSeconds(1)));
            putDone(SCOPE.key("b"), "b");
            write(new Change.Delete("b", Condition.any()));
            time.advance(Duration.ofSeconds(1));
            store.sweep();
            await().atMost(PATIENCE)
                    .until(() -> watcher.kinds()
                            .equals(List.of(
                                    LogRecord.Kind.PUT,
                                    LogRecord.Kind.PUT,
                                    LogRecord.Kind.DELETE,
                                    LogRecord.Kind.EXPIRE)));
        }
    }

    @Test
    void aWatcherBehindTheLogsRetentionIsResynced() {
        long known = putDone(KEY, "a");
        putDone(KEY, "b");
        time.advance(settings.logRetention().plusSeconds(1));
        long last = putDone(KEY, "c");
        store.sweep();
        RecordingWatcher watcher = new RecordingWatcher();
        try (var watching = store.watch(SCOPE, known, watcher)) {
            await().atMost(PATIENCE).until(() -> watcher.resyncs.equals(List.of(last)));
            assertThat(watcher.numbers()).isEmpty();
        }
    }

    @Test
    void aSlowWatcherDelaysNoOtherAndMissesNothing() throws Exception {
        CountDownLatch hold = new CountDownLatch(1);
        RecordingWatcher slow = new RecordingWatcher() {
            @Override
            public void changed(LogRecord what) {
                awaitUninterruptibly(hold);
                super.changed(what);
            }
        };
        RecordingWatcher quick = new RecordingWatcher();
        List<Long> put = new ArrayList<>();
        try (var first = store.watch(SCOPE, 0, slow);
                var second = store.watch(SCOPE, 0, quick)) {
            for (int i = 0; i < 300; i++) {
                put.add(putDone(KEY, "v" + i));
            }
            await().atMost(PATIENCE).until(() -> quick.numbers().equals(put));
            assertThat(slow.numbers()).isEmpty();
            hold.countDown();
            await().atMost(PATIENCE).until(() -> slow.numbers().equals(put));
        }
    }

    @Test
    void aFailingWatcherIsNotifiedOfLaterChanges() {
        RecordingWatcher watcher = new RecordingWatcher() {
            @Override
            public void changed(LogRecord what) {
                super.changed(what);
                throw new IllegalStateException("a watcher that fails on purpose");
            }
        };
        try (var watching = store.watch(SCOPE, 0, watcher)) {
            long first = putDone(KEY, "a");
            long second = putDone(KEY, "b");
            await().atMost(PATIENCE).until(() -> watcher.numbers().equals(List.of(first, second)));
        }
    }

    @Test
    void aClosedWatchIsNotNotified() {
        RecordingWatcher ended = new RecordingWatcher();
        store.watch(SCOPE, 0, ended).close();
        RecordingWatcher watcher = new RecordingWatcher();
        try (var watching = store.watch(SCOPE, 0, watcher)) {
            long number = putDone(KEY, "a");
            await().atMost(PATIENCE).until(() -> watcher.numbers().equals(List.of(number)));
        }
        assertThat(ended.numbers()).isEmpty();
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A watcher that records its notifications. */
    private static class RecordingWatcher implements Watcher {
        private final List<LogRecord> changes = new CopyOnWriteArrayList<>();
        private final List<Long> resyncs = new CopyOnWriteArrayList<>();

        @Override
        public void changed(LogRecord what) {
            changes.add(what);
        }

        @Override
        public void resync(long number) {
            resyncs.add(number);
        }

        List<Long> numbers() {
            return changes.stream().map(LogRecord::number).toList();
        }

        List<LogRecord.Kind> kinds() {
            return changes.stream().map(LogRecord::kind).toList();
        }
    }
}
