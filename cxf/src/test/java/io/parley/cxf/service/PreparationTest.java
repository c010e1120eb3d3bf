package io.parley.cxf.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that offers received before their endpoint is prepared hold few threads, from any number of clients. */
class PreparationTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final ExecutorService offers = Executors.newCachedThreadPool();
    private final AtomicInteger works = new AtomicInteger();
    private final CountDownLatch released = new CountDownLatch(1);

    @AfterEach
    void close() {
        released.countDown();
        offers.shutdownNow();
    }

    private void work() {
        works.incrementAndGet();
        try {
            assertThat(released.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void moreOffersThanMayWaitAreToldAtOnceToComeAgain() throws Exception {
        Preparation preparation = new Preparation(offers, this::work, LONG);
        List<Thread> waiting = Collections.synchronizedList(new ArrayList<>());
        List<Future<Boolean>> early = new ArrayList<>();
        for (int offer = 0; offer < Preparation.MAX_WAITING; offer++) {
            early.add(offers.submit(() -> {
                waiting.add(Thread.currentThread());
                return preparation.awaitBriefly();
            }));
        }
        await().until(() -> waiting.size() == Preparation.MAX_WAITING
                && waiting.stream().allMatch(thread -> thread.getState() == Thread.State.TIMED_WAITING));

        assertThat(offers.submit(preparation::awaitBriefly).get(30, TimeUnit.SECONDS))
                .isFalse();

        released.countDown();
        for (Future<Boolean> offer : early) {
            assertThat(offer.get(60, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(preparation.awaitBriefly()).isTrue();
        assertThat(works).hasValue(1);
    }

    @Test
    void whereNoThreadIsFreeTheFirstOfferDoesTheWorkAndOthersDoNotWaitForIt() throws Exception {
        Preparation preparation = new Preparation(
                task -> {
                    throw new RejectedExecutionException("full");
                },
                this::work,
                Duration.ofMillis(1));
        Future<Boolean> first = offers.submit(preparation::awaitBriefly);
        await().until(() -> works.get() == 1);

        assertThat(offers.submit(preparation::awaitBriefly).get(30, TimeUnit.SECONDS))
                .isFalse();

        released.countDown();
        assertThat(first.get(60, TimeUnit.SECONDS)).isTrue();
        assertThat(works).hasValue(1);
    }

    @Test
    void workThatFailsIsOver() {
        Preparation preparation = new Preparation(
                offers,
                () -> {
                    throw new IllegalStateException("no schema");
                },
                LONG);

        assertThat(preparation.awaitBriefly()).isTrue();
    }

    @Test
    void nothingIsDoneOnceItIsEnded() {
        Preparation preparation = new Preparation(offers, this::work, LONG);
        preparation.end();

        CompletableFuture<Void> over = preparation.start();

        assertThat(over).succeedsWithin(60, TimeUnit.SECONDS);
        assertThat(works).hasValue(0);
    }
}
