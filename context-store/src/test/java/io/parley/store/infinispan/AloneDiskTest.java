package io.parley.store.infinispan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.Key;
import io.parley.context.Read;
import io.parley.context.Scope;
import io.parley.context.StoreSettings;
import io.parley.context.Transaction;
import io.parley.context.Value;
import io.parley.store.SmallDisk;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests a single node whose disk is full. */
class AloneDiskTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int VALUE_BYTES = 20_000;
    private static final int PER_SCOPE = 50;

    @Test
    void itBeginsAgainByItselfAndHasAllThatWasDone() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(24);
                ContextStore store =
                        ContextStores.open("infinispan:" + disk.path().resolve("node"), StoreSettings.defaults())) {
            int done = 0;
            while (isDone(store, done)) {
                done++;
            }
            assertThat(done).isGreaterThan(PER_SCOPE);

            disk.remount("size=200m");
            int next = done + 1;
            await().atMost(PATIENCE).until(() -> isDone(store, next));
            for (int i = 0; i < done; i++) {
                assertThat(store.get(key(i), Read.LATEST)).isPresent();
            }
        }
    }

    private static boolean isDone(ContextStore store, int number) {
        Change change = new Change.Put(
                key(number).name(),
                Value.handOver(new byte[VALUE_BYTES], "application/octet-stream"),
                "test",
                Duration.ofHours(1),
                Condition.any());
        try {
            return store.write(Transaction.in(key(number).scope(), "test", change))
                    .isDone();
        } catch (ParleyException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.CONTEXT_UNAVAILABLE);
            return false;
        }
    }

    private static Key key(int number) {
        return new Scope("on a small disk " + number / PER_SCOPE).key("entry " + number);
    }
}
