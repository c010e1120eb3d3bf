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
 * A thousand readings a second, each with the time at which it was taken; once a millisecond the receiver looks how old its newest one is.
 * Both ends are on one machine and have one clock.
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

    /** Of the server: when the newest reading was taken, and how many came. */
    private final AtomicLong newest = new AtomicLong(Long.MIN_VALUE);

    private final AtomicLong came = new AtomicLong();
    /** How old the newest one was, each time that it was looked at. Belongs to the thread that looks, until that has ended. */
    private final long[] ages;

    private final Thread looking = new Thread(this::look, "bench-ages");

    /** @param warmUp while which readings are sent and do not count */
    Readings(Duration warmUp, Duration measured) {
        this.warmUpNanos = warmUp.toNanos();
        this.count = (int) (measured.toNanos() / INTERVAL_NANOS);
        this.ages = new long[count];
    }

    @Override
    public Map<String, Double> run(Opener sessions) throws IOException, InterruptedException {
        long opened = System.nanoTime();
        Conversation session = sessions.open();
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put(OPENING, (System.nanoTime() - opened) / 1e6);
        // A second more than is looked at: at no time is the newest reading old because no more were sent.
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

    /** The names of its figures, as a table has them. */
    static List<String> names() {
        return List.of(OPENING, SENT, CAME, Calls.MEDIAN, Calls.P99, Calls.MOST);
    }
}
