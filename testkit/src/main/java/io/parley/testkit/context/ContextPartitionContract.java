package io.parley.testkit.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContextStore;
import io.parley.context.Entry;
import io.parley.context.Key;
import io.parley.context.Read;
import io.parley.context.Scope;
import io.parley.context.Transaction;
import io.parley.context.TransactionOutcome;
import io.parley.context.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Contract of a store that nodes share, when a node is partitioned from the data or the data's servers crash: the
 * partitioned node refuses, the others continue, and afterwards no acknowledged change is missing and no removed entry
 * is back. The system property {@code parley.context.partitions} adds random rounds, with silent partitions among them,
 * which last as long as the engine takes to detect them.
 */
public abstract class ContextPartitionContract {
    private static final int ROUNDS = Integer.getInteger("parley.context.partitions", 0);
    private static final int BUILD_ROUNDS = 3;
    private static final int WORDS = 10;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration LONG = Duration.ofHours(1);
    private static final String OWNER = "owner";
    private static final Scope SCOPE = new Scope("urn:uuid:6f3f1ab2-5a44-4a9e-9d5e-0d4c2b8f7a12");
    private static final Key KEY = SCOPE.key("words");

    private StorePartition partition;

    /** Returns a new partition for each test. */
    protected abstract StorePartition partition() throws Exception;

    @BeforeEach
    void openAll() throws Exception {
        partition = partition();
    }

    @AfterEach
    void closeAll() throws Exception {
        partition.close();
    }

    @Test
    void aPartitionedNodeRefusesInTimeWhileTheOthersContinue() throws Exception {
        refusesWhileTheOthersGoOn(false);
        if (ROUNDS > 0) {
            refusesWhileTheOthersGoOn(true);
        }
    }

    private void refusesWhileTheOthersGoOn(boolean silently) throws Exception {
        addSoon(0, silently + "-before");
        partition.cut(0, silently);
        long began = System.nanoTime();
        assertThat(refused(() -> partition.node(0).get(KEY, Read.LATEST))).isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(partition.refusesWithin(silently));
        assertThat(add(0, "by who is cut off")).isNotEqualTo(Added.DONE);
        addSoon(1, silently + "-by-1");
        addSoon(2, silently + "-by-2");
        partition.heal(0);
        await().atMost(PATIENCE).until(() -> !refused(() -> partition.node(0).get(KEY, Read.LATEST)));
        assertThat(words(0)).contains(silently + "-before", silently + "-by-1", silently + "-by-2");
    }

    @Test
    void entriesRemovedOrExpiredDuringAPartitionStayAbsent() throws Exception {
        Key passing = SCOPE.key("short-lived");
        addSoon(0, "once");
        put(0, passing, Duration.ofMillis(600));
        partition.cut(0, false);
        write(1, new Change.Delete(KEY.name(), Condition.any()));
        await().atMost(PATIENCE)
                .until(() -> partition.node(1).get(passing, Read.LATEST).isEmpty());
        partition.heal(0);
        await().atMost(PATIENCE).until(() -> !refused(() -> partition.node(0).get(KEY, Read.LATEST)));
        for (int node = 0; node < StorePartition.NODES; node++) {
            assertThat(partition.node(node).get(KEY, Read.LATEST)).isEmpty();
            assertThat(partition.node(node).get(passing, Read.LATEST)).isEmpty();
        }
    }

    @Test
    void aReturningNodeDoesNotOverwriteByAnOldVersion() throws Exception {
        addSoon(0, "first");
        long version = partition.node(0).get(KEY, Read.LATEST).orElseThrow().version();
        partition.cut(0, false);
        addSoon(1, "second");
        partition.heal(0);
        await().atMost(PATIENCE).until(() -> !refused(() -> partition.node(0).get(KEY, Read.LATEST)));
        TransactionOutcome late =
                write(0, new Change.Put(KEY.name(), text("mine alone"), OWNER, LONG, Condition.version(version)));
        assertThat(late).isInstanceOf(TransactionOutcome.Conflict.class);
        assertThat(words(2)).containsExactly("first", "second");
    }

    @Test
    void acknowledgedChangesSurviveACrashOfAllData() throws Exception {
        List<String> acknowledged = new ArrayList<>();
        for (int number = 0; number < WORDS; number++) {
            addSoon(number % StorePartition.NODES, "word" + number);
            acknowledged.add("word" + number);
        }
        partition.crash();
        for (int number = 0; number < StorePartition.NODES; number++) {
            int node = number;
            await().atMost(PATIENCE)
                    .until(() -> !refused(() -> partition.node(node).get(KEY, Read.LATEST)));
            assertThat(words(node)).containsExactlyElementsOf(acknowledged);
        }
    }

    @Test
    void acknowledgedChangesAreNeitherLostNorDoubledByPartitions() throws Exception {
        long seed = Long.getLong("parley.context.seed", System.nanoTime());
        int rounds = ROUNDS == 0 ? BUILD_ROUNDS : ROUNDS;
        System.out.println("Cutting nodes off, " + rounds + " rounds, again with -Dparley.context.seed=" + seed);
        Random random = new Random(seed);
        List<String> acknowledged = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            int cut = random.nextInt(StorePartition.NODES);
            boolean silently = ROUNDS > 0 && random.nextInt(5) == 0;
            for (int number = 0; number < WORDS; number++) {
                if (number == WORDS / 3) {
                    partition.cut(cut, silently);
                }
                String word = round + "-" + number;
                int node = random.nextInt(StorePartition.NODES);
                Added added = silently && node == cut ? Added.REFUSED : add(node, word);
                if (added == Added.DONE) {
                    acknowledged.add(word);
                } else if (added == Added.UNKNOWN) {
                    unknown.add(word);
                }
            }
            partition.heal(cut);
        }
        for (int number = 0; number < StorePartition.NODES; number++) {
            int node = number;
            await().atMost(PATIENCE)
                    .until(() -> !refused(() -> partition.node(node).get(KEY, Read.LATEST)));
            List<String> found = words(node);
            assertThat(found).as("seed %s", seed).doesNotHaveDuplicates().containsAll(acknowledged);
            found.removeAll(acknowledged);
            assertThat(unknown).as("seed %s", seed).containsAll(found);
        }
        assertThat(acknowledged).as("seed %s", seed).isNotEmpty();
    }

    private enum Added {
        DONE,
        /** The change was provably not made. */
        REFUSED,
        UNKNOWN
    }

    private void addSoon(int node, String word) {
        await().atMost(PATIENCE).until(() -> add(node, word) == Added.DONE);
    }

    /** Adds a word by compare-and-set, repeated until no other writer interferes. */
    private Added add(int node, String word) {
        try {
            while (true) {
                Optional<Entry> entry = partition.node(node).get(KEY, Read.LATEST);
                String before = entry.map(found -> found.value().text() + ",").orElse("");
                Condition unchanged =
                        entry.map(found -> Condition.version(found.version())).orElse(Condition.absent());
                TransactionOutcome outcome =
                        write(node, new Change.Put(KEY.name(), text(before + word), OWNER, LONG, unchanged));
                if (outcome instanceof TransactionOutcome.Done) {
                    return Added.DONE;
                }
                if (outcome instanceof TransactionOutcome.Unknown) {
                    return Added.UNKNOWN;
                }
            }
        } catch (ParleyException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.CONTEXT_UNAVAILABLE);
            return Added.REFUSED;
        }
    }

    private void put(int node, Key key, Duration lifetime) {
        write(node, new Change.Put(key.name(), text("soon gone"), OWNER, lifetime, Condition.any()));
    }

    private TransactionOutcome write(int node, Change change) {
        ContextStore store = partition.node(node);
        return store.write(Transaction.in(SCOPE, OWNER, change));
    }

    private List<String> words(int node) {
        String all =
                partition.node(node).get(KEY, Read.LATEST).orElseThrow().value().text();
        return new ArrayList<>(Arrays.asList(all.split(",", -1)));
    }

    private static Value text(String text) {
        return Value.of(text, "text/plain");
    }

    private static boolean refused(Runnable what) {
        try {
            what.run();
            return false;
        } catch (ParleyException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.CONTEXT_UNAVAILABLE);
            return true;
        }
    }
}
