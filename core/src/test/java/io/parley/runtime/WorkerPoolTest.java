package io.parley.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.Limit;
import io.parley.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests how the threads of a pool are shared, and how tasks are queued or refused when all threads are busy. */
class WorkerPoolTest {
    private static final int THREADS = 32;
    /** The number of threads that a lane has to itself. */
    private static final int OWN = 2;

    private static final Limits LIMITS = Limits.defaults()
            .with(Limit.THREADS, THREADS)
            .with(Limit.QUEUED, 100)
            .with(Limit.QUEUE_MILLIS, 1_000);

    private final HandTimers timers = new HandTimers();
    private final WorkerPool pool = WorkerPool.of(LIMITS, timers, false);
    private final List<Held> all = new ArrayList<>();

    @AfterEach
    void end() {
        all.forEach(Held::release);
        pool.close();
    }

    @Test
    void aLaneHasTheSharedThreadsAndItsOwnAndNoMore() {
        List<Held> held = hold(pool.lane(), THREADS + OWN + 1);

        await().until(() -> atWork(held) == THREADS + OWN);
        assertThat(held.get(THREADS + OWN).began()).isFalse();

        held.get(0).release();

        await().until(() -> atWork(held) == THREADS + OWN + 1);
    }

    @Test
    void aLaneFindsItsOwnThreadsHoweverBusyOthersAre() {
        hold(pool.lane(), 2 * THREADS);
        List<Held> late = hold(pool.lane(), OWN + 1);

        await().until(() -> atWork(late) == OWN);

        assertThat(late.get(OWN).began()).isFalse();
    }

    @Test
    void theLaneWithFewestAtWorkGetsTheNextThread() {
        List<Held> crowd = hold(pool.lane(), 2 * THREADS);
        List<Held> few = hold(pool.lane(), OWN + 4);
        await().until(() -> atWork(few) == OWN);

        for (int i = 0; i < 4; i++) {
            crowd.get(i).release();
            int expected = OWN + 1 + i;
            await().until(() -> atWork(few) == expected);
        }

        assertThat(atWork(crowd)).as("none of the crowd began meanwhile").isEqualTo(THREADS + OWN);
    }

    @Test
    void whoWaitsForAnswersIsReplaced() {
        Executor lane = pool.lane();
        CountDownLatch ground = new CountDownLatch(1);
        AtomicInteger waiting = new AtomicInteger();
        for (int i = 0; i < 4 * THREADS; i++) {
            lane.execute(() -> {
                WorkerPool.Lane own = WorkerPool.beginWaiting(WorkerPool.Wait.ANSWER);
                waiting.incrementAndGet();
                awaitQuietly(ground);
                own.endWaiting(WorkerPool.Wait.ANSWER);
            });
        }
        await().until(() -> waiting.get() == 4 * THREADS);
        List<Held> held = hold(lane, 1);
        await().until(() -> atWork(held) == 1);

        ground.countDown();
        held.get(0).release();

        List<Held> after = hold(pool.lane(), THREADS + OWN);
        await().until(() -> atWork(after) == THREADS + OWN);
    }

    @Test
    void whatWaitsForPeersIsReplacedOnlySoOften() {
        Executor lane = pool.lane();
        CountDownLatch ground = new CountDownLatch(1);
        AtomicInteger waiting = new AtomicInteger();
        int most = 128;
        int began = most + THREADS + OWN;
        for (int i = 0; i < began + 1; i++) {
            lane.execute(() -> {
                WorkerPool.Lane own = WorkerPool.beginWaiting(WorkerPool.Wait.ROOM);
                waiting.incrementAndGet();
                awaitQuietly(ground);
                if (own != null) {
                    own.endWaiting(WorkerPool.Wait.ROOM);
                }
            });
        }
        await().until(() -> waiting.get() == began);
        List<Held> others = hold(pool.lane(), OWN);

        await().until(() -> atWork(others) == OWN);

        assertThat(waiting).hasValue(began);
        ground.countDown();
        await().until(() -> waiting.get() == began + 1);
    }

    @Test
    void threadsOfOthersAreNotReplaced() {
        assertThat(WorkerPool.beginWaiting(WorkerPool.Wait.ANSWER)).isNull();
    }

    @Test
    void moreThanMayWaitIsRejectedWithTheSettings() {
        Executor lane = pool.lane();
        hold(lane, THREADS + OWN + 100);

        assertThatThrownBy(() -> lane.execute(() -> {}))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("expected at most 100")
                .hasMessageContaining(Limit.QUEUED.setting())
                .hasMessageContaining(Limit.THREADS.setting());
        List<Held> others = hold(pool.lane(), 1);
        await().until(() -> atWork(others) == 1);
    }

    @Test
    void whatWaitsTooLongIsRefusedAndTheRestWaitsOn() {
        Executor lane = pool.lane();
        List<Held> held = hold(lane, THREADS + OWN);
        await().until(() -> atWork(held) == THREADS + OWN);
        Message first = new Message();
        lane.execute(first);
        timers.advance(Duration.ofMillis(600));
        Message second = new Message();
        lane.execute(second);
        Held plain = hold(lane, 1).get(0);

        timers.advance(Duration.ofMillis(400));
        assertThat(first.refused).hasValue(1);
        assertThat(second.refused).hasValue(0);
        timers.advance(Duration.ofMillis(600));
        assertThat(second.refused).hasValue(1);
        assertThat(timers.next).as("nobody is watched any more").isNull();

        held.get(0).release();
        await().until(plain::began);
        assertThat(first.ran).hasValue(0);
    }

    @Test
    void aLaneGoesOnBehindWorkThatFails() {
        Executor lane = pool.lane();
        List<Held> held = hold(lane, THREADS + OWN - 1);
        CountDownLatch fails = new CountDownLatch(1);
        lane.execute(() -> {
            awaitQuietly(fails);
            Thread.currentThread().setUncaughtExceptionHandler((thread, why) -> {});
            throw new IllegalStateException("expected by the test");
        });
        Held next = hold(lane, 1).get(0);

        fails.countDown();

        await().until(next::began);
        assertThat(atWork(held)).isEqualTo(THREADS + OWN - 1);
    }

    @Test
    void threadsInheritNothingFromWhoStartsThem() {
        InheritableThreadLocal<String> user = new InheritableThreadLocal<>();
        user.set("somebody");
        AtomicReference<String> seen = new AtomicReference<>("not run");
        pool.lane().execute(() -> seen.set(String.valueOf(user.get())));

        await().untilAsserted(() -> assertThat(seen).hasValue("null"));
    }

    @Test
    void aClosedPoolRefusesWhatWaitsAndEndsItsThreads() {
        Executor lane = pool.lane();
        List<Held> held = hold(lane, THREADS + OWN);
        await().until(() -> atWork(held) == THREADS + OWN);
        Message waits = new Message();
        lane.execute(waits);

        pool.close();

        assertThat(waits.refused).hasValue(1);
        assertThatThrownBy(() -> lane.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        held.forEach(Held::release);
        await().until(() -> held.stream().noneMatch(each -> each.thread.get().isAlive()));
    }

    private List<Held> hold(Executor lane, int times) {
        List<Held> held = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            Held each = new Held();
            held.add(each);
            all.add(each);
            lane.execute(each);
        }
        return held;
    }

    private static int atWork(List<Held> held) {
        return (int) held.stream().filter(Held::began).count();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A task that ends when it is released. */
    private static final class Held implements Runnable {
        final AtomicReference<Thread> thread = new AtomicReference<>();
        private final CountDownLatch release = new CountDownLatch(1);

        @Override
        public void run() {
            thread.set(Thread.currentThread());
            awaitQuietly(release);
        }

        boolean began() {
            return thread.get() != null;
        }

        void release() {
            release.countDown();
        }
    }

    /** A task that counts whether it was run or refused. */
    private static final class Message implements WorkerPool.Refusable {
        final AtomicInteger ran = new AtomicInteger();
        final AtomicInteger refused = new AtomicInteger();

        @Override
        public void run() {
            ran.incrementAndGet();
        }

        @Override
        public void onRefused() {
            refused.incrementAndGet();
        }
    }

    /** Timers whose time is moved by the test, with at most one task. */
    private static final class HandTimers implements Timers {
        private long now;
        private Runnable next;
        private long at;

        @Override
        public synchronized long nanoTime() {
            return now;
        }

        @Override
        public synchronized Timer schedule(Runnable task, Duration delay) {
            assertThat(next).isNull();
            next = task;
            at = now + delay.toNanos();
            return () -> next = null;
        }

        void advance(Duration by) {
            Runnable due = null;
            synchronized (this) {
                now += by.toNanos();
                if (next != null && at <= now) {
                    due = next;
                    next = null;
                }
            }
            if (due != null) {
                due.run();
            }
        }
    }
}
