package io.parley.testkit.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.Cursor;
import io.parley.context.EntryInfo;
import io.parley.context.Read;
import io.parley.context.Scope;
import io.parley.context.Transaction;
import io.parley.context.TransactionOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Contract that compares a store with a simple model under random transactions, reads, clock changes, sweeps and
 * restarts. A failure prints its seed, which the system property {@code parley.context.seed} repeats; {@code
 * parley.context.runs} sets the number of histories.
 */
public abstract class ContextModelContract extends StoreContract {
    private static final List<String> SCOPES = List.of("a", "b");
    private static final List<String> NAMES = List.of("k0", "k1", "k2", "k3", "k4");
    private static final List<String> OWNERS = List.of(ALICE, BOB);
    private static final int STEPS = 120;

    private Random random = new Random();
    private StoreModel model = new StoreModel();
    private final Map<String, Long> lastVersions = new HashMap<>();

    /** Returns the default number of random histories. */
    protected int runs() {
        return 10;
    }

    @Test
    void aRandomHistoryIsThatOfTheModel() throws Exception {
        long first = Long.getLong("parley.context.seed", 1);
        long count = Long.getLong("parley.context.runs", Long.getLong("parley.context.seed") == null ? runs() : 1);
        for (long seed = first; seed < first + count; seed++) {
            try {
                run(seed);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("again with -Dparley.context.seed=" + seed, e);
            }
            store.close();
            place.close();
            openFirst();
        }
    }

    private void run(long seed) {
        random = new Random(seed);
        model = new StoreModel();
        lastVersions.clear();
        for (int i = 0; i < STEPS; i++) {
            switch (random.nextInt(12)) {
                case 0 -> time.advance(Duration.ofMillis(random.nextInt(3000)));
                case 1 -> assertThat(store.sweep()).isEqualTo(model.sweep(time.instant()));
                case 2 -> compare();
                case 3 -> restart();
                default -> transact();
            }
        }
        compare();
    }

    private void restart() {
        if (place.isDurable() && random.nextInt(3) == 0) {
            reopen();
        }
    }

    private void transact() {
        Transaction transaction = transaction();
        String conflict = model.conflict(transaction, time.instant());
        TransactionOutcome outcome = store.write(transaction);
        if (conflict != null) {
            assertThat(outcome).isInstanceOf(TransactionOutcome.Conflict.class);
            assertThat(((TransactionOutcome.Conflict) outcome).key().name()).isEqualTo(conflict);
            return;
        }
        long version = done(outcome);
        String scope = transaction.scope().id();
        assertThat(version).isGreaterThan(lastVersions.getOrDefault(scope, 0L));
        lastVersions.put(scope, version);
        model.make(transaction, version, time.instant());
    }

    private Transaction transaction() {
        Scope scope = new Scope(any(SCOPES));
        List<Change> changes = new ArrayList<>();
        for (String name : NAMES) {
            if (random.nextInt(4) == 0) {
                changes.add(change(scope, name));
            }
        }
        if (changes.isEmpty()) {
            changes.add(change(scope, any(NAMES)));
        }
        return new Transaction(scope, any(OWNERS), changes, random.nextInt(4) > 0);
    }

    private Change change(Scope scope, String name) {
        Condition condition = condition(scope.id() + "/" + name);
        Duration lifetime = Duration.ofMillis(1 + random.nextInt(5000));
        return switch (random.nextInt(7)) {
            case 0 -> new Change.Delete(name, condition);
            case 1 -> new Change.Touch(name, lifetime, condition);
            case 2 -> new Change.Require(name, condition);
            default -> {
                String text = "x".repeat(random.nextInt(50));
                yield new Change.Put(name, value(text), any(OWNERS), lifetime, condition);
            }
        };
    }

    /** Returns a random condition that mostly holds, since transactions would otherwise rarely succeed. */
    private Condition condition(String place) {
        StoreModel.StoredEntry stored = model.present(place, time.instant());
        int kind = random.nextInt(10);
        if (kind == 0) {
            return Condition.version(random.nextInt(100) + 1L);
        } else if (kind == 1) {
            return Condition.absent();
        } else if (kind < 5) {
            return Condition.any();
        }
        return stored == null ? Condition.absent() : Condition.version(stored.version());
    }

    private void compare() {
        for (String scope : SCOPES) {
            List<EntryInfo> listed = store.list(new Scope(scope), Cursor.START, 100);
            assertThat(listed)
                    .map(ContextModelContract::place)
                    .isEqualTo(model.places(scope + "/", "", time.instant()));
            listed.forEach(this::compare);
            assertThat(store.log(new Scope(scope), 0, 1000)).hasSize(model.logged(scope));
        }
        for (String owner : OWNERS) {
            assertThat(store.owned(owner, Cursor.START, 100))
                    .map(ContextModelContract::place)
                    .isEqualTo(model.places("", owner, time.instant()));
            assertThat(store.usage(owner)).isEqualTo(model.usage(owner));
        }
    }

    private void compare(EntryInfo listed) {
        StoreModel.StoredEntry stored = model.present(place(listed), time.instant());
        var entry = store.get(listed.key(), Read.LATEST).orElseThrow();
        assertThat(entry.info()).isEqualTo(listed);
        assertThat(new StoreModel.StoredEntry(
                        entry.value().text(), listed.owner(), listed.version(), listed.expiresAt()))
                .isEqualTo(stored);
    }

    private static String place(EntryInfo entry) {
        return entry.key().scope().id() + "/" + entry.key().name();
    }

    private <T> T any(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
