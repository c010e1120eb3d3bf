package io.parley.store.infinispan;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.context.Outcome;
import io.parley.context.Transaction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What waits to be written, in the order of asking and within bounds. Thread-safe. */
final class Waiting {
    private static final int MOST = 100_000;
    private static final long MOST_BYTES = 64L * 1024 * 1024;
    private static final int PORTION = 256;

    private final NodeAddress address;
    private final Deque<Job> jobs = new ArrayDeque<>();
    private long bytes;
    private boolean closed;

    sealed interface Job {}

    record Write(Transaction transaction, CompletableFuture<Outcome> future) implements Job {}

    /** Sweeps; completes with how many entries were cleared away. */
    record Sweep(CompletableFuture<Integer> future) implements Job {}

    Waiting(NodeAddress address) {
        this.address = address;
    }

    synchronized void add(Job job) {
        if (closed) {
            throw new ParleyException(ErrorCode.CONTEXT_UNAVAILABLE, address + ": it was closed");
        }
        // What is larger than all the room is let in when there is nothing else.
        if (jobs.size() >= MOST || (bytes > 0 && bytes + bytes(job) > MOST_BYTES)) {
            throw new ParleyException(
                    ErrorCode.BUDGET,
                    address + ": expected at most " + MOST + " transactions and " + MOST_BYTES
                            + " bytes to wait for the other nodes, found " + jobs.size() + " and " + bytes);
        }
        jobs.add(job);
        bytes += bytes(job);
        notifyAll();
    }

    /** Waits for something to do: one sweep, or some writes; nothing if there will never be more. */
    synchronized List<Job> next() {
        while (jobs.isEmpty() && !closed) {
            try {
                wait();
            } catch (InterruptedException e) {
                closed = true;
            }
        }
        List<Job> portion = new ArrayList<>();
        while (!jobs.isEmpty() && portion.size() < PORTION && !(portion.size() > 0 && isSweepNext(portion))) {
            Job job = jobs.remove();
            bytes -= bytes(job);
            portion.add(job);
        }
        return portion;
    }

    private boolean isSweepNext(List<Job> portion) {
        return jobs.peek() instanceof Sweep || portion.get(0) instanceof Sweep;
    }

    /** Nothing more is taken in. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    private static long bytes(Job job) {
        return job instanceof Write write ? write.transaction.bytes() : 0;
    }
}
