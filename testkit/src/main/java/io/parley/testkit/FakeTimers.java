package io.parley.testkit;

import io.parley.Durations;
import io.parley.runtime.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Timers whose time stands still until a test advances it. Tasks run in {@link #advance}, on the test's thread, in the
 * order of their times, and never inside {@link #schedule}. Thread-safe.
 */
public final class FakeTimers implements Timers {
    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingLong(Task::at).thenComparingLong(Task::number));
    private final Instant start;
    private long now;
    private long numbers;

    private record Task(Runnable what, long at, long number) {}

    /** Starts at 2026-01-01T00:00:00Z. */
    public FakeTimers() {
        this.start = Instant.parse("2026-01-01T00:00:00Z");
    }

    @Override
    public synchronized long nanoTime() {
        return now;
    }

    @Override
    public synchronized Instant instant() {
        return start.plusNanos(now);
    }

    @Override
    public synchronized Timer schedule(Runnable what, Duration delay) {
        Task task = new Task(what, now + Durations.nanos(delay), numbers++);
        tasks.add(task);
        return () -> cancel(task);
    }

    /** Advances time and runs the tasks that become due. */
    public void advance(Duration by) {
        long until = nanoTime() + by.toNanos();
        for (Task due = nextUntil(until); due != null; due = nextUntil(until)) {
            due.what.run();
        }
    }

    /** Returns the number of scheduled tasks. */
    public synchronized int waiting() {
        return tasks.size();
    }

    private synchronized @Nullable Task nextUntil(long until) {
        Task next = tasks.peek();
        if (next == null || next.at > until) {
            now = until;
            return null;
        }
        now = Math.max(now, next.at);
        return tasks.poll();
    }

    private synchronized void cancel(Task task) {
        tasks.remove(task);
    }
}
