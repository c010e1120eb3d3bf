package io.parley.bench.loss;

import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.OutgoingMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Work that sends a thousand readings per second, each with its time. Once per millisecond the receiver records the age
 * of the newest reading. Both ends run on one machine, so their clocks agree.
 */
final class Readings implements Work {
    static final String OPERATION = "{urn:parley:bench}reading";
    static final String SENT = "sent";
    static final String CAME = "came";

    private static final int BYTES = 100;
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final long INTERVAL_NANOS = 1_000_000;
    private static final int HUNDRED = 100;

    private final long warmUpNanos;
    private final int count;

    /** Time of the newest reading that the server has received. */
    private final AtomicLong newest = new AtomicLong(Long.MIN_VALUE);

    private final AtomicLong came = new AtomicLong();
    /** Recorded ages of the newest reading. Accessed only by the recording thread until that has ended. */
    private final long[] ages;

    private final Thread looking = new Thread(this::look, "bench-ages");

    /**
     * Creates the work.
     *
     * @param warmUp duration of the readings that are sent but not counted
     * @param measured duration of the recording
     */
    Readings(Duration warmUp, Duration measured) {
        this.warmUpNanos = warmUp.toNanos();
        this.count = (int) (measured.toNanos() / INTERVAL_NANOS);
        this.ages = new long[count];
    }

    @Override
    public Map<String, Double> run(Opener sessions) throws IOException, InterruptedException {
        Map<String, Double> figures = new LinkedHashMap<>();
        Conversation session = sessions.open(figures);
        // Readings are sent for one second longer than ages are recorded, so that the newest one is never old because
        // sending has stopped.
        long sent = count + (warmUpNanos + TimeUnit.SECONDS.toNanos(1)) / INTERVAL_NANOS;
        long begin = System.nanoTime();
        for (int i = 0; i < sent; i++) {
            send(session);
            until(begin + (i + 1) * INTERVAL_NANOS);
        }
        figures.put(SENT, (double) sent);
        Call asked = session.beginCall(PATIENCE);
        asked.send();
        try (IncomingMessage answer = asked.await()) {
            figures.put(CAME, (double) answer.source().readLong());
            for (String name : List.of(Calls.MEDIAN, Calls.P99, Calls.MOST)) {
                figures.put(name, answer.source().readLong() / 1e6);
            }
        }
        return figures;
    }

    private static void send(Conversation session) {
        OutgoingMessage message = session.beginOneWay(OPERATION);
        message.sink().writeLong(System.nanoTime());
        message.sink().writeBytes(new byte[BYTES], 0, BYTES);
        message.send();
    }

    private static void until(long time) {
        for (long left = time - System.nanoTime(); left > 0; left = time - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    @Override
    public void handle(IncomingMessage message) {
        if (message.kind() == IncomingMessage.Kind.REQUEST) {
            answer(message);
            return;
        }
        try (message) {
            newest.accumulateAndGet(message.source().readLong(), Math::max);
            if (came.getAndIncrement() == 0) {
                looking.start();
            }
        }
    }

    private void look() {
        long begin = System.nanoTime() + warmUpNanos;
        for (int i = 0; i < count; i++) {
            until(begin + i * INTERVAL_NANOS);
            ages[i] = System.nanoTime() - newest.get();
        }
        Arrays.sort(ages);
    }

    private void answer(IncomingMessage message) {
        try (message) {
            looking.join();
            OutgoingMessage response = message.beginResponse(false);
            response.sink().writeLong(came.get());
            for (int place : new int[] {count / 2, count - count / HUNDRED, count - 1}) {
                response.sink().writeLong(ages[place]);
            }
            response.send();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public List<String> names() {
        return List.of(OPENING, SENT, CAME, Calls.MEDIAN, Calls.P99, Calls.MOST);
    }
}
