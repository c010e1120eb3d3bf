package io.parley.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests in which order stored sessions are looked up, and which lookups have to wait. */
class LookupsTest {
    private static final int THREADS = 8;

    private final Limits limits =
            Limits.defaults().with(Limit.PENDING_CONNECTIONS, 30).with(Limit.PENDING_PER_ADDRESS, 20);
    private final Lookups lookups = new Lookups(limits);
    /** Released when one thread may become free; the others stay busy, so that pending lookups start in one order. */
    private final CountDownLatch oneThreadIsFree = new CountDownLatch(1);

    private final CountDownLatch allThreadsAreFree = new CountDownLatch(1);
    private final Queue<String> begun = new ConcurrentLinkedQueue<>();

    @AfterEach
    void close() {
        oneThreadIsFree.countDown();
        allThreadsAreFree.countDown();
        lookups.close();
    }

    @Test
    void addressesTakeTurns() {
        takeAllThreads();
        for (int i = 0; i < 20; i++) {
            note("crowd", "c" + i);
        }
        note("single", "s");
        oneThreadIsFree.countDown();
        await().until(() -> begun.size() == 21);
        assertThat(List.copyOf(begun).indexOf("s")).isEqualTo(1);
    }

    @Test
    void whoFindsNoPlaceMayTryAgainAndOthersStillFindOne() {
        takeAllThreads();
        for (int i = 0; i < 20; i++) {
            note("crowd", "c" + i);
        }
        assertThatThrownBy(() -> note("crowd", "one more"))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BUDGET))
                .hasMessageContaining("parley.limits.pending-per-address");
        for (int i = 0; i < 10; i++) {
            note("single", "s" + i);
        }
        assertThatThrownBy(() -> note("third", "t")).hasMessageContaining("parley.limits.pending-connections");
    }

    @Test
    void thoseOfOneIpv6NetworkShareTheirPlaces() {
        takeAllThreads();
        for (int i = 0; i < 20; i++) {
            note("2001:db8:0:1:0:0:0:" + i, "c" + i);
        }
        assertThatThrownBy(() -> note("2001:db8:0:1:0:0:0:ffff", "one more"))
                .hasMessageContaining("parley.limits.pending-per-address");
        note("2001:db8:0:2:0:0:0:1", "neighbour");
    }

    @Test
    void whatNobodyWaitsForAnyMoreIsNotBegunAndItsPlaceIsFree() {
        takeAllThreads();
        for (int i = 0; i < 1000; i++) {
            note("gone", "g" + i).withdraw();
        }
        note("stays", "stays");
        oneThreadIsFree.countDown();
        await().until(() -> begun.contains("stays"));
        assertThat(begun).containsExactly("stays");
    }

    @Test
    void oneSessionIsLookedForByOneThreadAtATime() {
        AtomicInteger atOnce = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger ended = new AtomicInteger();
        for (int i = 0; i < 20; i++) {
            lookups.submit("a", "same", () -> {
                most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
                atOnce.decrementAndGet();
                ended.incrementAndGet();
            });
        }
        await().until(() -> ended.get() == 20);
        assertThat(most).hasValue(1);
    }

    @Test
    void whatTheProcessFindsByItselfComesBehindThoseWhoWait() {
        takeAllThreads();
        for (int i = 0; i < 100; i++) {
            String session = "own" + i;
            lookups.whenIdle(session, () -> begun.add(session));
        }
        note("waits", "w");
        oneThreadIsFree.countDown();
        await().until(() -> begun.size() == 101);
        assertThat(List.copyOf(begun).indexOf("w")).isZero();
    }

    @Test
    void whatTheProcessFindsByItselfLeavesThreadsToThoseWhoCome() {
        CountDownLatch ownBegan = new CountDownLatch(1);
        for (int i = 0; i < 2 * THREADS; i++) {
            lookups.whenIdle("own" + i, () -> {
                begun.add("own");
                ownBegan.countDown();
                awaitQuietly(oneThreadIsFree);
            });
        }
        awaitQuietly(ownBegan);
        note("comes", "c");
        await().until(() -> begun.contains("c"));
        assertThat(begun).containsExactly("own", "c");
    }

    private void takeAllThreads() {
        CountDownLatch taken = new CountDownLatch(THREADS);
        for (int i = 0; i < THREADS; i++) {
            CountDownLatch free = i == 0 ? oneThreadIsFree : allThreadsAreFree;
            lookups.submit("hangs " + i, "hangs " + i, () -> {
                taken.countDown();
                awaitQuietly(free);
            });
        }
        awaitQuietly(taken);
    }

    private Lookups.Ticket note(String address, String session) {
        return lookups.submit(address, session, () -> begun.add(session));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
