package io.parley.examples.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;

/** Runs workloads for some time and pauses them regularly to sample resources. Confined to one thread. */
final class Soak {
    private static final long HANDLERS_END_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long SETTLING_MILLIS = 200;

    private final List<? extends Talk> talks;
    private final Duration length;
    private final Duration step;
    private final long seed;
    private final Consumer<String> progress;
    private final Tally tally = new Tally();
    private final List<Resources> samples = new ArrayList<>();
    /** Workloads act under the read lock; the holder of the write lock finds no work in progress. */
    private final ReentrantReadWriteLock pause = new ReentrantReadWriteLock(true);

    private volatile boolean stopped;

    /**
     * Creates a run.
     *
     * @param step time between two samples
     */
    Soak(List<? extends Talk> talks, Duration length, Duration step, long seed, Consumer<String> progress) {
        this.talks = talks;
        this.length = length;
        this.step = step;
        this.seed = seed;
        this.progress = progress;
    }

    Tally tally() {
        return tally;
    }

    List<Resources> samples() {
        return samples;
    }

    /**
     * Runs for the given time of work and waits for the last actions. Sampling time does not count, so that a slow
     * machine takes as many samples.
     */
    void run() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < talks.size(); i++) {
            Talk talk = talks.get(i);
            Random random = new Random(seed * talks.size() + i);
            Thread thread = new Thread(() -> act(talk, random), "soak " + talk.name());
            threads.add(thread);
            thread.start();
        }
        try {
            sample(0);
            long worked = 0;
            while (worked < length.toNanos()) {
                long begin = System.nanoTime();
                TimeUnit.NANOSECONDS.sleep(Math.min(length.toNanos() - worked, step.toNanos()));
                worked += System.nanoTime() - begin;
                sample(worked);
            }
        } finally {
            stopped = true;
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private void act(Talk talk, Random random) {
        while (!stopped) {
            pause.readLock().lock();
            try {
                talk.act(random, tally);
            } catch (Exception e) {
                tally.unexpected(talk.name(), Calls.trace(e));
            } finally {
                pause.readLock().unlock();
            }
        }
    }

    private void sample(long worked) throws InterruptedException {
        pause.writeLock().lock();
        try {
            long until = System.nanoTime() + HANDLERS_END_NANOS;
            while (talks.stream().anyMatch(talk -> talk.working() > 0) && System.nanoTime() < until) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
            // Recent cancellations are still being sent to the peers.
            TimeUnit.MILLISECONDS.sleep(SETTLING_MILLIS);
            Resources now = Resources.now(TimeUnit.NANOSECONDS.toSeconds(worked), talks);
            samples.add(now);
            progress.accept("soak: " + now.toJson() + " " + tally.all());
        } finally {
            pause.writeLock().unlock();
        }
    }
}
