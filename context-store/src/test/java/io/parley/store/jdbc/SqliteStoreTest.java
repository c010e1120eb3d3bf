package io.parley.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.Durability;
import io.parley.context.Read;
import io.parley.context.Scope;
import io.parley.context.StoreSettings;
import io.parley.context.Transaction;
import io.parley.context.TransactionOutcome;
import io.parley.context.Value;
import io.parley.testkit.context.FolderPlace;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the properties of a store in a file: exclusive use, permissions, and damaged or full files. */
class SqliteStoreTest {
    private static final Scope SCOPE = new Scope("urn:uuid:0");
    private static final String OWNER = "owner";

    /** The database is in a directory that the store creates. */
    private final FolderPlace place = FolderPlace.create(folder -> "sqlite:" + databaseIn(folder));

    private final Path database = databaseIn(place.folder());
    private final List<ContextStore> open = new ArrayList<>();

    @AfterEach
    void closeAll() throws IOException {
        open.forEach(ContextStore::close);
        place.close();
    }

    private ContextStore open() {
        ContextStore store = place.open(StoreSettings.defaults());
        open.add(store);
        return store;
    }

    private static CompletableFuture<TransactionOutcome> put(ContextStore store, String name, String text) {
        Change put = new Change.Put(name, Value.of(text, "text/plain"), OWNER, Duration.ofHours(1), Condition.any());
        return store.apply(Transaction.in(SCOPE, OWNER, put)).toCompletableFuture();
    }

    @Test
    void everyCommitIsForcedToTheMedium() {
        assertThat(open().capabilities().durability()).isEqualTo(Durability.MEDIA);
    }

    /**
     * After a quota error the write is retried behind a sweep, on the store's only writer thread, which must survive
     * its failure.
     */
    @Test
    void aSweepThatFailsForAQuotaEndsNoOtherWrites() throws Exception {
        StackWalker stack = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
        InstantSource clock = () -> {
            if (stack.walk(frames -> frames.anyMatch(frame -> frame.getDeclaringClass() == Sweep.class))) {
                throw new IllegalStateException("by the test");
            }
            return Instant.now();
        };
        ContextStore store = place.open(StoreSettings.defaults()
                .with(Limits.defaults().with(Limit.CONTEXT_ENTRIES, 1))
                .withClock(clock));
        open.add(store);
        assertThat(put(store, "a", "1").get(60, TimeUnit.SECONDS).isDone()).isTrue();

        assertThatThrownBy(() -> put(store, "b", "2").get(60, TimeUnit.SECONDS))
                .cause()
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT));

        assertThat(put(store, "a", "3").get(60, TimeUnit.SECONDS).isDone()).isTrue();
    }

    @Test
    void theFilesAreForTheirOwnerAlone() throws IOException {
        ContextStore store = open();
        put(store, "a", "secret").join();

        try (var files = Files.list(database.getParent())) {
            assertThat(files.toList())
                    .hasSizeGreaterThanOrEqualTo(3)
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
    }

    @Test
    void aSecondStoreOnTheFileIsRefusedAndTheFirstGoesOn() {
        ContextStore first = open();

        assertUnavailable(this::open, "no other store has open", "found it locked", "one process at a time");
        assertThat(put(first, "a", "1").join().isDone()).isTrue();

        first.close();
        assertThat(open().get(SCOPE.key("a"), Read.LATEST)).isPresent();
    }

    @Test
    void aPathThatCannotBeMadeIsNamed() throws IOException {
        Path file = Files.createFile(place.folder().resolve("a file"));

        assertUnavailable(
                () -> ContextStores.open("sqlite:" + file.resolve("below/contexts.db"), StoreSettings.defaults()),
                "a file/below/contexts.db",
                "choose another path");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "contexts.db?journal_mode=OFF", "nul\0"})
    void whatIsNoPathOfAFileIsRefused(String path) {
        assertUnavailable(() -> ContextStores.open("sqlite:" + path, StoreSettings.defaults()), "expected sqlite:");
    }

    @Test
    void aFolderIsRefused() throws IOException {
        Files.createDirectories(database);

        assertUnavailable(this::open, "the path is a folder: name a file in it");
    }

    @Test
    void aFileThatIsNoDatabaseIsRefused() throws IOException {
        Files.createDirectories(database.getParent());
        Files.writeString(database, "This is a letter and no database. ".repeat(100));

        assertUnavailable(this::open, "damaged or no database");
        assertThat(Files.readString(database)).startsWith("This is a letter");
    }

    @Test
    void tablesOfAnotherVersionAreLeftAlone() throws SQLException {
        open().close();
        inDatabase("UPDATE parley_meta SET value = 7 WHERE name = 'schema'");

        assertUnavailable(this::open, "expected tables of version 1, found 7");
    }

    @Test
    void aValueThatTheDiskChangedIsNeverHandedOut() throws IOException {
        ContextStore store = open();
        put(store, "a", "right ".repeat(50)).join();
        store.close();
        int changed = replaceInFile("right", "wrong");
        assertThat(changed).isPositive();

        ContextStore again = open();
        assertThatExceptionOfType(ParleyException.class)
                .isThrownBy(() -> again.get(SCOPE.key("a"), Read.LATEST))
                .satisfies(thrown -> assertThat(thrown.code()).isEqualTo(ErrorCode.CONTENT_MISMATCH))
                .withMessageNotContaining("wrong");
        assertThat(put(again, "a", "new").join().isDone()).isTrue();
        assertThat(again.get(SCOPE.key("a"), Read.LATEST)).isPresent();
    }

    @Test
    void aFullDatabaseRefusesWhatDoesNotFitAndTakesWhatDoes() {
        // SQLite reports this limit like a full disk.
        SqliteDialect small = new SqliteDialect(database, Map.of("max_page_count", "40"));
        ContextStore store = JdbcStore.open(small, StoreSettings.defaults());
        open.add(store);
        assertThat(put(store, "small", "fits").join().isDone()).isTrue();

        List<CompletableFuture<TransactionOutcome>> together = new ArrayList<>();
        together.add(put(store, "before", "fits"));
        together.add(put(store, "large", "x".repeat(500_000)));
        together.add(put(store, "after", "fits"));

        assertUnavailable(() -> ContextStore.join(together.get(1)), "the disk is full", "nothing was changed");
        assertThat(together.get(0).join().isDone()).isTrue();
        assertThat(together.get(2).join().isDone()).isTrue();
        assertThat(store.get(SCOPE.key("large"), Read.LATEST)).isEmpty();
        assertThat(store.usage(OWNER).entries()).isEqualTo(3);
        assertThat(store.check().works()).isTrue();
    }

    @Test
    void whatWaitsSharesCommits() {
        ContextStore store = open();
        List<CompletableFuture<TransactionOutcome>> outcomes = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            outcomes.add(put(store, "k" + i % 50, "v" + i));
        }
        assertThat(outcomes).allSatisfy(each -> assertThat(each.join().isDone()).isTrue());
        assertThat(store.get(SCOPE.key("k49"), Read.LATEST)
                        .orElseThrow()
                        .value()
                        .text())
                .isEqualTo("v4999");
    }

    @Test
    void moreThanMayWaitIsRefusedUntilThereIsRoom() {
        ContextStore store = open();
        String mebibyte = "x".repeat(1024 * 1024);
        List<CompletableFuture<TransactionOutcome>> outcomes = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            outcomes.add(put(store, "k" + i % 20, mebibyte));
        }
        int refused = 0;
        for (CompletableFuture<TransactionOutcome> each : outcomes) {
            try {
                assertThat(ContextStore.join(each).isDone()).isTrue();
            } catch (ParleyException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.BUDGET);
                refused++;
            }
        }
        assertThat(refused).isPositive();
        assertThat(put(store, "after", mebibyte).join().isDone()).isTrue();
    }

    private void inDatabase(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private int replaceInFile(String from, String to) throws IOException {
        byte[] all = Files.readAllBytes(database);
        String text = new String(all, StandardCharsets.ISO_8859_1);
        int count = 0;
        try (RandomAccessFile file = new RandomAccessFile(database.toFile(), "rw")) {
            for (int at = text.indexOf(from); at >= 0; at = text.indexOf(from, at + 1)) {
                file.seek(at);
                file.write(to.getBytes(StandardCharsets.ISO_8859_1));
                count++;
            }
        }
        return count;
    }

    private static void assertUnavailable(Runnable what, String... texts) {
        assertThatExceptionOfType(ParleyException.class)
                .isThrownBy(what::run)
                .satisfies(thrown -> assertThat(thrown.code()).isEqualTo(ErrorCode.CONTEXT_UNAVAILABLE))
                .satisfies(thrown -> assertThat(thrown.text()).contains(texts));
    }

    private static Path databaseIn(Path folder) {
        return folder.resolve("made by it").resolve("contexts.db");
    }
}
