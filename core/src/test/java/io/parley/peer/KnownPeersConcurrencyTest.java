package io.parley.peer;

import static io.parley.negotiation.SwitchPolicy.eager;
import static org.assertj.core.api.Assertions.assertThat;

import io.parley.ErrorCode;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.negotiation.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

class KnownPeersConcurrencyTest {
    private static final int THREADS = 8;

    private final AtomicLong now = new AtomicLong();

    @Test
    void ofManyCallsAtOnceExactlyOneNegotiates() throws Exception {
        KnownPeers peers = new KnownPeers(now::get, 64);
        for (int round = 0; round < 200; round++) {
            SessionKey key = key(round);
            AtomicInteger probes = new AtomicInteger();
            CountDownLatch together = new CountDownLatch(THREADS);
            inParallel(thread -> {
                together.countDown();
                together.await();
                if (peers.decide(key, Mode.AUTO, eager()) instanceof Decision.Negotiate) {
                    probes.incrementAndGet();
                }
            });
            assertThat(probes).hasValue(1);
        }
    }

    /**
     * With any interleaving, within less time than a probe may take, there is one probe per key at a time, and no
     * session stays open that is unreachable.
     */
    @Test
    void noSessionIsLostAndNoProbeIsDoubledUnderRandomUse() throws Exception {
        long seed = new Random().nextLong();
        KnownPeers peers = new KnownPeers(now::get, 8);
        Queue<StandingConversation> all = new ConcurrentLinkedQueue<>();
        Map<Integer, AtomicInteger> probing = new ConcurrentHashMap<>();
        AtomicInteger doubled = new AtomicInteger();
        inParallel(thread -> {
            Random random = new Random(seed + thread);
            for (int i = 0; i < 3_000; i++) {
                now.addAndGet(random.nextInt(1_000_000));
                int number = random.nextInt(6);
                SessionKey key = key(number);
                Decision decision = peers.decide(key, random.nextBoolean() ? Mode.AUTO : Mode.ALWAYS, eager());
                if (decision instanceof Decision.Negotiate negotiate) {
                    AtomicInteger running = probing.computeIfAbsent(number, absent -> new AtomicInteger());
                    if (running.incrementAndGet() > 1) {
                        doubled.incrementAndGet();
                    }
                    running.decrementAndGet();
                    end(negotiate.probe(), random, all);
                } else if (decision instanceof Decision.Stream stream && random.nextInt(20) == 0) {
                    stream.conversation().close(ErrorCode.CONNECTION_LOST, "by the test");
                } else if (random.nextInt(50) == 0) {
                    peers.hold(key).close();
                }
            }
        });
        peers.close();

        assertThat(doubled).as("probes at the same time, seed %d", seed).hasValue(0);
        assertThat(all).as("seed %d", seed).isNotEmpty().allMatch(session -> !session.isOpen());
    }

    private static void end(Probe probe, Random random, Queue<StandingConversation> all) {
        switch (random.nextInt(4)) {
            case 0 -> probe.undecided(FallbackReason.UNDECIDED, "");
            case 1 -> probe.unsaid("");
            case 2 -> probe.refused(new Refusal(FallbackReason.GOING_AWAY, ""));
            default -> {
                StandingConversation session = new StandingConversation(Duration.ofMinutes(1));
                all.add(session);
                probe.agreed(session);
            }
        }
    }

    private interface Work {
        void run(int thread) throws Exception;
    }

    private static void inParallel(Work work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                running.add(threads.submit(() -> {
                    work.run(thread);
                    return null;
                }));
            }
            for (Future<?> one : running) {
                one.get(60, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static SessionKey key(int number) {
        return SessionKey.of(
                "bus", "http://host" + number + "/", new QName("urn:x", "Port"), CredentialsIdentity.none(), "");
    }
}
