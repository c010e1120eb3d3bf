package io.parley.store.jdbc;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.context.Outcome;
import io.parley.context.Transaction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What waits to be written, in the order of asking and within bounds. Thread-safe. */
final class WaitingJobs {
    private static final int MOST = 100_000;
    private static final long MOST_BYTES = 64L * 1024 * 1024;
    private static final int PORTION = 256;
    private static final long PORTION_BYTES = 8L * 1024 * 1024;

    private final Dialect dialect;
    private final Deque<Job> jobs = new ArrayDeque<>();
    private long bytes;
    private boolean closed;

    /** A transaction of ours, or a chore. */
    sealed interface Job {}

    record Write(Transaction transaction, CompletableFuture<Outcome> future) implements Job {}

    record Errand(Writer.Chore chore, CompletableFuture<Integer> future) implements Job {}

    /** What is done next: transactions together, or a chore; nothing if there will never be more. */
    record Portion(List<Write> writes, Optional<Errand> errand) {
        boolean isEmpty() {
            return writes.isEmpty() && errand.isEmpty();
        }
    }

    WaitingJobs(Dialect dialect) {
        this.dialect = dialect;
    }

    synchronized void add(Job job) {
        if (closed) {
            throw Failures.closed(dialect);
        }
        // What is larger than all the room is let in when there is nothing else.
        boolean isFull = jobs.size() >= MOST || (bytes > 0 && bytes + bytes(job) > MOST_BYTES);
        if (isFull) {
            throw new ParleyException(
                    ErrorCode.BUDGET,
                    dialect.place() + ": expected at most " + MOST + " transactions and " + MOST_BYTES
                            + " bytes to wait for the database, found " + jobs.size() + " and " + bytes);
        }
        jobs.add(job);
        bytes += bytes(job);
        notifyAll();
    }

    /** Waits for something to do. */
    synchronized Portion next() {
        while (jobs.isEmpty() && !closed) {
            try {
                wait();
            } catch (InterruptedException e) {
                closed = true;
            }
        }
        if (jobs.peek() instanceof Errand errand) {
            jobs.remove();
            return new Portion(List.of(), Optional.of(errand));
        }
        List<Write> writes = new ArrayList<>();
        long portion = 0;
        while (jobs.peek() instanceof Write write && writes.size() < PORTION && portion < PORTION_BYTES) {
            jobs.remove();
            writes.add(write);
            portion += bytes(write);
        }
        bytes -= portion;
        return new Portion(writes, Optional.empty());
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
