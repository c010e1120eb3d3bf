package io.parley.store.infinispan;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.Key;
import io.parley.context.Read;
import io.parley.context.Scope;
import io.parley.context.StoreSettings;
import io.parley.context.Transaction;
import io.parley.context.TransactionOutcome;
import io.parley.context.Value;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests concurrent writes to several contexts of a single node. */
class HeadWriterTest {
    private static final Key FIRST = new Scope("first").key("word");
    private static final Key ONE = new Scope("one").key("word");
    private static final Key OTHER = new Scope("other").key("word");

    @TempDir
    Path directory;

    /** A caller that is wrongly informed that nothing was changed would retry, and find a change. */
    @Test
    @Timeout(120)
    void aWriteIsNotRefusedForAnotherThatCouldNotBeBegun() throws Exception {
        FailingClock clock = new FailingClock();
        StoreSettings settings = StoreSettings.defaults().withClock(clock).withSweepEvery(Duration.ofDays(1));
        try (ContextStore store = ContextStores.open("infinispan:" + directory, settings)) {
            CompletableFuture<TransactionOutcome> first = put(store, FIRST);
            clock.asked.await();
            CompletableFuture<TransactionOutcome> one = put(store, ONE);
            CompletableFuture<TransactionOutcome> other = put(store, OTHER);
            clock.goesOn.countDown();

            assertThat(first.get().isDone()).isTrue();
            assertThat(one.get().isDone()).isTrue();
            assertThat(other.handle((done, refused) -> refused).get()).hasMessageContaining("nothing was changed");
            assertThat(store.get(ONE, Read.LATEST)).isPresent();
            assertThat(store.get(OTHER, Read.LATEST)).isEmpty();
        }
    }

    private static CompletableFuture<TransactionOutcome> put(ContextStore store, Key key) {
        Change change = new Change.Put(
                key.name(), Value.of("x", "text/plain"), "test", Duration.ofHours(1), Condition.absent());
        return store.apply(Transaction.in(key.scope(), "test", change)).toCompletableFuture();
    }

    /** A clock that blocks the writer thread at the first write and fails at the third. */
    private static final class FailingClock implements InstantSource {
        private final CountDownLatch asked = new CountDownLatch(1);
        private final CountDownLatch goesOn = new CountDownLatch(1);
        private final AtomicInteger times = new AtomicInteger();

        @Override
        public Instant instant() {
            if (Thread.currentThread().getName().equals("parley-context-infinispan-writer")) {
                int time = times.incrementAndGet();
                if (time == 1) {
                    asked.countDown();
                    await();
                } else if (time == 3) {
                    throw new IllegalStateException("no time");
                }
            }
            return Instant.now();
        }

        private void await() {
            try {
                goesOn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
