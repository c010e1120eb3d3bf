package io.parley.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.Read;
import io.parley.context.Scope;
import io.parley.context.StoreSettings;
import io.parley.context.Transaction;
import io.parley.context.Value;
import io.parley.store.SmallDisk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests a store on a disk that is full or read-only, on a small file system in memory. */
class SqliteDiskTest {
    private static final Scope SCOPE = new Scope("on a small disk");
    private static final int VALUE_BYTES = 20_000;

    private @Nullable SmallDisk disk;

    @BeforeEach
    void mountOne() throws Exception {
        disk = SmallDisk.mount(2);
    }

    @AfterEach
    void unmount() throws Exception {
        if (disk != null) {
            disk.close();
        }
    }

    private SmallDisk disk() {
        return Objects.requireNonNull(disk);
    }

    @Test
    void aFullDiskIsNamedLosesNothingAndIsGoneOnFromWithoutARestart() throws Exception {
        try (ContextStore store = open()) {
            List<Long> done = new ArrayList<>();
            assertThatExceptionOfType(ParleyException.class)
                    .isThrownBy(() -> {
                        while (done.size() < 1_000) {
                            put(store, done.size());
                            done.add((long) done.size());
                        }
                    })
                    .withMessageContaining("full")
                    .satisfies(thrown -> assertThat(thrown.code()).isEqualTo(ErrorCode.CONTEXT_UNAVAILABLE));
            assertThat(done).isNotEmpty();
            assertHas(store, done.size());

            disk().remount("size=16m");
            put(store, done.size());
            assertHas(store, done.size() + 1);
        }
    }

    @Test
    void aDiskThatCannotBeWrittenIsNamedAndOpensWhenItCan() throws Exception {
        try (ContextStore store = open()) {
            put(store, 0);
        }
        disk().remount("ro");

        assertThatExceptionOfType(ParleyException.class)
                .isThrownBy(this::open)
                .withMessageContaining(disk().path().toString())
                .satisfies(thrown -> assertThat(thrown.code()).isEqualTo(ErrorCode.CONTEXT_UNAVAILABLE));

        disk().remount("rw");
        try (ContextStore store = open()) {
            assertHas(store, 1);
            put(store, 1);
        }
    }

    private ContextStore open() {
        return ContextStores.open("sqlite:" + disk().path().resolve("contexts.db"), StoreSettings.defaults());
    }

    private static void put(ContextStore store, int number) {
        assertThat(store.write(Transaction.in(
                                SCOPE,
                                "test",
                                new Change.Put(
                                        "entry " + number,
                                        value(number),
                                        "test",
                                        Duration.ofHours(1),
                                        Condition.absent())))
                        .isDone())
                .isTrue();
    }

    private static void assertHas(ContextStore store, int count) {
        for (int i = 0; i < count; i++) {
            assertThat(store.get(SCOPE.key("entry " + i), Read.LATEST)
                            .orElseThrow()
                            .value())
                    .isEqualTo(value(i));
        }
        assertThat(store.get(SCOPE.key("entry " + count), Read.LATEST)).isEmpty();
        assertThat(store.usage("test").entries()).isEqualTo(count);
    }

    private static Value value(int number) {
        byte[] bytes = new byte[VALUE_BYTES];
        new Random(number).nextBytes(bytes);
        return Value.handOver(bytes, "application/octet-stream");
    }
}
