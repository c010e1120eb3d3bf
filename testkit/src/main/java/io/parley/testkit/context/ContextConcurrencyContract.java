package io.parley.testkit.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.Cursor;
import io.parley.context.Entry;
import io.parley.context.Key;
import io.parley.context.Read;
import io.parley.context.Scope;
import io.parley.context.Transaction;
import io.parley.context.TransactionOutcome;
import io.parley.context.Usage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Contract of concurrent access to the same entries: all changes have one order, which every reader observes. */
public abstract class ContextConcurrencyContract extends StoreContract {
    private static final int THREADS = 8;

    /** Returns how many times each thread changes the entry. */
    protected int rounds() {
        return 40;
    }

    @Test
    void incrementsByManyThreadsAddUp() throws Exception {
        putDone(KEY, "0");
        inParallel(() -> {
            for (int i = 0; i < rounds(); i++) {
                increment();
            }
            return null;
        });
        assertThat(text(KEY)).contains(String.valueOf(THREADS * rounds()));
    }

    private void increment() {
        TransactionOutcome outcome;
        do {
            Entry entry = store.get(KEY, Read.LATEST).orElseThrow();
            int next = Integer.parseInt(entry.value().text()) + 1;
            outcome = write(put(KEY, String.valueOf(next), Condition.version(entry.version())));
        } while (!outcome.isDone());
    }

    /** One read or write of the entry, with its start and end times. */
    private record Step(long began, long ended, long expected, long version) {
        boolean isWrite() {
            return expected >= 0;
        }
    }

    /**
     * Checks that a history of reads and writes is linearizable. Versions of an entry only grow, so it is if the writes
     * form one chain from version to version, no write ended before its predecessor in the chain began, and no read is
     * older than what ended before it began or newer than what began before it ended.
     */
    @Test
    void concurrentReadsAndWritesAreLinearizable() throws Exception {
        putDone(KEY, "start");
        long start = store.get(KEY, Read.LATEST).orElseThrow().version();
        Queue<Step> history = new ConcurrentLinkedQueue<>();
        inParallel(() -> {
            for (int i = 0; i < 3 * rounds(); i++) {
                step().ifPresent(history::add);
            }
            return null;
        });
        assertOneChain(start, history);
        assertInOrderOfTime(history);
    }

    private Optional<Step> step() {
        long began = System.nanoTime();
        long version = store.get(KEY, Read.LATEST).orElseThrow().version();
        long ended = System.nanoTime();
        if (ThreadLocalRandom.current().nextInt(3) == 0) {
            return Optional.of(new Step(began, ended, -1, version));
        }
        began = System.nanoTime();
        TransactionOutcome outcome = write(put(KEY, "v", Condition.version(version)));
        ended = System.nanoTime();
        return outcome instanceof TransactionOutcome.Done done
                ? Optional.of(new Step(began, ended, version, done.version()))
                : Optional.empty();
    }

    private static void assertOneChain(long start, Collection<Step> history) {
        Map<Long, Long> next = new HashMap<>();
        for (Step step : history) {
            if (step.isWrite()) {
                assertThat(next.put(step.expected, step.version))
                        .as("two writes upon version %d", step.expected)
                        .isNull();
            }
        }
        long version = start;
        while (next.containsKey(version)) {
            version = next.remove(version);
        }
        assertThat(next).as("writes upon versions that nobody wrote").isEmpty();
    }

    /** Asserts that a step that began after another had ended read or wrote at least its version. */
    private static void assertInOrderOfTime(Collection<Step> history) {
        List<Step> byBegin = new ArrayList<>(history);
        byBegin.sort(Comparator.comparingLong(Step::began));
        List<Step> byEnd = new ArrayList<>(history);
        byEnd.sort(Comparator.comparingLong(Step::ended));
        long newest = Long.MIN_VALUE;
        int over = 0;
        for (Step late : byBegin) {
            for (; byEnd.get(over).ended < late.began; over++) {
                newest = Math.max(newest, byEnd.get(over).version);
            }
            assertThat(late.version)
                    .as("version seen or made after %d was", newest)
                    .isGreaterThanOrEqualTo(newest);
        }
    }

    @Test
    void aReaderThatSeesOneChangeOfATransactionSeesAll() throws Exception {
        Key other = SCOPE.key("other");
        done(write(put(KEY, "0", Condition.any()), put(other, "0", Condition.any())));
        List<String> torn = new ArrayList<>();
        inParallel(() -> {
            for (int i = 1; i <= rounds(); i++) {
                String number = String.valueOf(ThreadLocalRandom.current().nextInt(1_000_000));
                done(write(put(KEY, number, Condition.any()), put(other, number, Condition.any())));
                long first = store.get(KEY, Read.LATEST).orElseThrow().version();
                long second = store.get(other, Read.LATEST).orElseThrow().version();
                if (second < first) {
                    synchronized (torn) {
                        torn.add(first + " but " + second);
                    }
                }
            }
            return null;
        });
        assertThat(torn).isEmpty();
        assertThat(text(KEY)).isEqualTo(text(other));
    }

    @Test
    void quotasHoldUnderConcurrentPuts() throws Exception {
        reopenWith(Limit.CONTEXT_ENTRIES, 20);
        inParallel(() -> {
            for (int i = 0; i < 10; i++) {
                Scope scope = new Scope("scope " + ThreadLocalRandom.current().nextLong());
                try {
                    store.write(Transaction.in(scope, ALICE, put(scope.key("a"), "1", Condition.absent())));
                } catch (ParleyException e) {
                    assertThat(e.code()).isEqualTo(ErrorCode.LIMIT);
                }
            }
            return null;
        });
        assertThat(store.usage(ALICE)).isEqualTo(new Usage(20, 20));
        assertThat(store.owned(ALICE, Cursor.START, 100)).hasSize(20);
    }

    @Test
    void transactionsThatAreNotAwaitedAreAppliedInOrder() {
        List<CompletableFuture<TransactionOutcome>> outcomes = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            outcomes.add(store.apply(Transaction.in(SCOPE, ALICE, put(KEY, "v" + i, Condition.any())))
                    .toCompletableFuture());
        }
        List<Long> versions = outcomes.stream().map(each -> done(each.join())).toList();
        assertThat(versions).isSorted().doesNotHaveDuplicates();
        assertThat(text(KEY)).contains("v499");
    }

    @Test
    void closingCompletesAppliedTransactions() {
        List<CompletableFuture<TransactionOutcome>> outcomes = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            Change put = put(SCOPE.key("k" + i), "v", Condition.absent());
            outcomes.add(store.apply(Transaction.in(SCOPE, ALICE, put)).toCompletableFuture());
        }
        store.close();
        assertThat(outcomes).allSatisfy(each -> assertThat(each).isCompleted());
        assertThat(outcomes).allSatisfy(each -> assertThat(each.join().isDone()).isTrue());
    }

    private static void inParallel(Callable<Void> work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Callable<Void>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                all.add(work);
            }
            for (Future<Void> each : threads.invokeAll(all, 60, TimeUnit.SECONDS)) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
