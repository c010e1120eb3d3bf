package io.parley.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.Cursor;
import io.parley.context.Durability;
import io.parley.context.LogRecord;
import io.parley.context.Read;
import io.parley.context.Scope;
import io.parley.context.StoreSettings;
import io.parley.context.StoreTraits;
import io.parley.context.Transaction;
import io.parley.context.TransactionOutcome;
import io.parley.context.Value;
import io.parley.context.Watcher;
import io.parley.testkit.context.PostgresServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests the properties of a shared store: use by several processes (here, stores), the server's clock, and durability.
 */
class PostgresStoreTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Scope SCOPE = new Scope("urn:uuid:0");
    private static final String OWNER = "owner";

    private final List<ContextStore> open = new ArrayList<>();
    private PostgresPlace place;

    @BeforeEach
    void makePlace() throws Exception {
        place = PostgresPlace.create();
    }

    @AfterEach
    void closeAll() throws Exception {
        open.forEach(ContextStore::close);
        place.close();
    }

    private ContextStore open(StoreSettings settings) {
        ContextStore store = place.open(settings);
        open.add(store);
        return store;
    }

    private ContextStore open() {
        return open(StoreSettings.defaults());
    }

    private static Transaction put(Scope scope, String name, String text, Condition condition, Duration lifetime) {
        return Transaction.in(
                scope, OWNER, new Change.Put(name, Value.of(text, "text/plain"), OWNER, lifetime, condition));
    }

    private static CompletableFuture<TransactionOutcome> put(ContextStore store, String name, String text) {
        return store.apply(put(SCOPE, name, text, Condition.any(), Duration.ofHours(1)))
                .toCompletableFuture();
    }

    private static String text(ContextStore store, String name) {
        return store.get(SCOPE.key(name), Read.LATEST).orElseThrow().value().text();
    }

    @Test
    void itIsSharedAndForcesItsMedium() {
        assertThat(open().capabilities()).isEqualTo(new StoreTraits("postgresql", Durability.MEDIA, true));
    }

    @Test
    void tablesAreMadeOnceWhoeverComesFirst() {
        List<CompletableFuture<ContextStore>> opening = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            opening.add(CompletableFuture.supplyAsync(() -> place.open(StoreSettings.defaults())));
        }
        opening.forEach(each -> open.add(each.join()));
        assertThat(put(open.get(0), "a", "1").join().isDone()).isTrue();
        assertThat(text(open.get(3), "a")).isEqualTo("1");
    }

    @Test
    void incrementsThroughSeveralStoresAddUp() {
        List<ContextStore> stores = List.of(open(), open(), open());
        assertThat(put(stores.get(0), "counter", "0").join().isDone()).isTrue();
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (ContextStore store : stores) {
            all.add(CompletableFuture.runAsync(() -> increment(store, 40)));
            all.add(CompletableFuture.runAsync(() -> increment(store, 40)));
        }
        all.forEach(CompletableFuture::join);
        assertThat(text(stores.get(0), "counter")).isEqualTo("240");
    }

    private static void increment(ContextStore store, int times) {
        int done = 0;
        while (done < times) {
            var entry = store.get(SCOPE.key("counter"), Read.LATEST).orElseThrow();
            String next = String.valueOf(Integer.parseInt(entry.value().text()) + 1);
            Condition unchanged = Condition.version(entry.version());
            if (store.write(put(SCOPE, "counter", next, unchanged, Duration.ofHours(1)))
                    .isDone()) {
                done++;
            }
        }
    }

    @Test
    void aQuotaHoldsOverAllStores() {
        StoreSettings thirty = StoreSettings.defaults().with(Limits.defaults().with(Limit.CONTEXT_ENTRIES, 30));
        List<ContextStore> stores = List.of(open(thirty), open(thirty));
        List<CompletableFuture<TransactionOutcome>> outcomes = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Scope scope = new Scope("scope " + i);
            outcomes.add(stores.get(i % 2)
                    .apply(put(scope, "a", "1", Condition.absent(), Duration.ofHours(1)))
                    .toCompletableFuture());
        }
        assertThat(outcomes.stream().filter(PostgresStoreTest::isWithinQuota)).hasSize(30);
        assertThat(stores.get(0).usage(OWNER).entries()).isEqualTo(30);
        assertThat(stores.get(1).owned(OWNER, Cursor.START, 100)).hasSize(30);
    }

    private static boolean isWithinQuota(CompletableFuture<TransactionOutcome> outcome) {
        try {
            return ContextStore.join(outcome).isDone();
        } catch (ParleyException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.LIMIT);
            return false;
        }
    }

    @Test
    void aWatcherHearsOfWhatOthersWriteInItsOrder() {
        ContextStore mine = open();
        ContextStore other = open();
        List<Long> told = new CopyOnWriteArrayList<>();
        Watcher watcher = new Watcher() {
            @Override
            public void changed(LogRecord what) {
                told.add(what.number());
            }

            @Override
            public void resync(long number) {
                told.add(-1L);
            }
        };
        try (var watching = mine.watch(SCOPE, 0, watcher)) {
            List<Long> written = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                ContextStore store = i % 3 == 0 ? mine : other;
                written.add(((TransactionOutcome.Done) put(store, "k", "v" + i).join()).version());
            }
            await().atMost(PATIENCE).until(() -> told.equals(written));
        }
    }

    @Test
    void lifetimesAreCountedByTheServer() {
        ContextStore store = open();
        ContextStore other = open();
        store.write(put(SCOPE, "short", "x", Condition.any(), Duration.ofMillis(300)));

        await().atMost(PATIENCE)
                .until(() -> other.get(SCOPE.key("short"), Read.LATEST).isEmpty());
        assertThat(store.list(SCOPE, Cursor.START, 10)).isEmpty();
        assertThat(store.sweep()).isEqualTo(1);
    }

    @Test
    void aServerThatIsKilledLosesNothingThatWasAcknowledgedAndStoresGoOnByThemselves() throws Exception {
        try (PostgresServer server = PostgresServer.create("fsync=on", "synchronous_commit=on");
                ContextStore store = PostgresPlace.on(server).open(StoreSettings.defaults())) {
            List<CompletableFuture<TransactionOutcome>> outcomes = new ArrayList<>();
            for (int i = 0; i < 3_000; i++) {
                outcomes.add(put(store, "k" + i, "v" + i));
            }
            await().atMost(PATIENCE).until(() -> outcomes.get(500).isDone());
            server.kill();
            List<Integer> acknowledged = acknowledged(outcomes);
            assertUnavailable(() -> store.get(SCOPE.key("k0"), Read.LATEST), "check that the server runs");
            assertThat(store.check().works()).isFalse();

            server.start();
            assertThat(acknowledged)
                    .hasSizeGreaterThanOrEqualTo(500)
                    .allSatisfy(i -> assertThat(text(store, "k" + i)).isEqualTo("v" + i));
            assertThat(put(store, "after", "1").join().isDone()).isTrue();
            assertThat(store.check().works()).isTrue();
            System.out.println("Killed the server: " + acknowledged.size() + " acknowledged, none lost");
        }
    }

    @Test
    void aServerThatIsRestartedWhileNobodyWritesIsWrittenToAtOnce() throws Exception {
        try (PostgresServer server = PostgresServer.create("fsync=on", "synchronous_commit=on");
                ContextStore store = PostgresPlace.on(server).open(StoreSettings.defaults())) {
            assertThat(put(store, "before", "1").join().isDone()).isTrue();
            server.kill();
            server.start();
            assertThat(put(store, "after", "1").join().isDone()).isTrue();
        }
    }

    private static List<Integer> acknowledged(List<CompletableFuture<TransactionOutcome>> outcomes) {
        List<Integer> acknowledged = new ArrayList<>();
        for (int i = 0; i < outcomes.size(); i++) {
            try {
                TransactionOutcome outcome = ContextStore.join(outcomes.get(i));
                assertThat(outcome).isNotInstanceOf(TransactionOutcome.Conflict.class);
                if (outcome.isDone()) {
                    acknowledged.add(i);
                }
            } catch (ParleyException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.CONTEXT_UNAVAILABLE);
            }
        }
        return acknowledged;
    }

    @Test
    void aServerThatDoesNotForceItsMediumIsNotSaidTo() throws Exception {
        try (PostgresServer careless = PostgresServer.create("fsync=off", "synchronous_commit=off");
                ContextStore store = PostgresPlace.on(careless).open(StoreSettings.defaults())) {
            assertThat(store.capabilities().durability()).isEqualTo(Durability.PROCESS);
        }
    }

    @Test
    void anAddressIsNamedWithoutItsPassword() {
        assertUnavailable(
                () -> ContextStores.open(
                        "postgresql://who:secret1@127.0.0.1:1/db?password=secret2", StoreSettings.defaults()),
                "postgresql context store postgresql://127.0.0.1:1/db",
                "check that the server runs");
    }

    @Test
    void whoIsRefusedByTheServerIsToldWhatToCheck() {
        String nowhere = place.address().replace("/postgres?", "/nowhere?");
        assertUnavailable(
                () -> ContextStores.open(nowhere, StoreSettings.defaults()),
                "check user, password, database and rights");
    }

    @Test
    void aServerWithoutTlsIsNotSaidToBeDown() {
        assertUnavailable(
                () -> ContextStores.open(place.address() + "&sslmode=require", StoreSettings.defaults()),
                "the server refuses such a connection: check that the address has the password, and sslmode");
    }

    @Test
    void aSchemaThatIsNotThereIsToBeCreated() {
        String elsewhere = place.address().replaceFirst("currentSchema=[^&]*", "currentSchema=nowhere");
        assertUnavailable(
                () -> ContextStores.open(elsewhere, StoreSettings.defaults()),
                "create the schema of the address (currentSchema), or correct it");
    }

    private static void assertUnavailable(Runnable what, String... texts) {
        assertThatExceptionOfType(ParleyException.class)
                .isThrownBy(what::run)
                .satisfies(thrown -> assertThat(thrown.code()).isEqualTo(ErrorCode.CONTEXT_UNAVAILABLE))
                .satisfies(thrown -> assertThat(thrown.text()).contains(texts).doesNotContain("secret"));
    }
}
