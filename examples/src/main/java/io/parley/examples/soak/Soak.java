package io.parley.examples.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;

/** Talks that go on for some time, and pause now and then to be looked at. One thread runs it. */
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
    /** Talks act under its read lock; who has the other finds nothing under way. */
    private final ReentrantReadWriteLock pause = new ReentrantReadWriteLock(true);

    private volatile boolean over;

    /**
     * @param step how long it goes on between two looks
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
     * Goes on until its time is over, and waits for the last that is under way. The time of looks does not count, so that a busy machine,
     * where they take longer, makes as many of them.
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
            look(0);
            long worked = 0;
            while (worked < length.toNanos()) {
                long begin = System.nanoTime();
                TimeUnit.NANOSECONDS.sleep(Math.min(length.toNanos() - worked, step.toNanos()));
                worked += System.nanoTime() - begin;
                look(worked);
            }
        } finally {
            over = true;
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private void act(Talk talk, Random random) {
        while (!over) {
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

    private void look(long worked) throws InterruptedException {
        pause.writeLock().lock();
        try {
            long until = System.nanoTime() + HANDLERS_END_NANOS;
            while (talks.stream().anyMatch(talk -> talk.working() > 0) && System.nanoTime() < until) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
            // What was cancelled last is still told to the other side.
            TimeUnit.MILLISECONDS.sleep(SETTLING_MILLIS);
            Resources now = Resources.now(TimeUnit.NANOSECONDS.toSeconds(worked), talks);
            samples.add(now);
            progress.accept("soak: " + now.toJson() + " " + tally.all());
        } finally {
            pause.writeLock().unlock();
        }
    }
}
