package io.parley.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.Scope;
import io.parley.context.Transaction;
import io.parley.context.TransactionOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the queue of writes for a store's writer thread, in particular when the store is closed. */
class WaitingJobsTest {
    private static final Transaction ONE = new Transaction(
            new Scope("urn:test:scope"), "owner", List.of(new Change.Delete("name", Condition.any())), false);

    private final WaitingJobs<String> jobs = new WaitingJobs<>("a store", "the database");
    private final CountDownLatch database = new CountDownLatch(1);

    private Thread writer() {
        Thread writer = new Thread(() -> {
            for (var next = jobs.next(); !next.isEmpty(); next = jobs.next()) {
                try {
                    database.await();
                } catch (InterruptedException e) {
                    return;
                }
                next.writes().forEach(write -> write.future().complete(new TransactionOutcome.Done(1)));
            }
        });
        writer.setDaemon(true);
        writer.start();
        return writer;
    }

    @Test
    @Timeout(60)
    void closingEndsThoughTheDatabaseNeverAnswers() throws Exception {
        CompletableFuture<TransactionOutcome> first = jobs.add(ONE);
        Thread writer = writer();
        while (writer.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        CompletableFuture<TransactionOutcome> second = jobs.add(ONE);

        jobs.close(writer, Duration.ofMillis(100));

        assertThat(first).isNotDone();
        assertThat(second)
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(java.util.concurrent.ExecutionException.class)
                .withCauseInstanceOf(ParleyException.class);
        assertThatExceptionOfType(ParleyException.class)
                .isThrownBy(() -> jobs.add(ONE))
                .satisfies(why -> assertThat(why.code()).isEqualTo(ErrorCode.CONTEXT_UNAVAILABLE));
        database.countDown();
        assertThat(first).succeedsWithin(Duration.ofSeconds(30));
    }

    @Test
    @Timeout(60)
    void whatWaitsIsWrittenBeforeTheEnd() {
        CompletableFuture<TransactionOutcome> first = jobs.add(ONE);
        database.countDown();

        jobs.close(writer(), Duration.ofMinutes(1));

        assertThat(first).isCompletedWithValue(new TransactionOutcome.Done(1));
    }
}
