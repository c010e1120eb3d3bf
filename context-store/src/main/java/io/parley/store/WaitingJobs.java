package io.parley.store;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.context.ContextStore;
import io.parley.context.Transaction;
import io.parley.context.TransactionOutcome;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bounded queue of a store's writer thread, in the order of submission: transactions, and tasks of the engine.
 * Thread-safe.
 *
 * @param <C> type of the engine's tasks
 */
public final class WaitingJobs<C> {
    private static final Logger LOG = LoggerFactory.getLogger(WaitingJobs.class);
    private static final int MAX_JOBS = 100_000;
    private static final long MAX_BYTES = 64L * 1024 * 1024;
    private static final int PORTION = 256;
    private static final long PORTION_BYTES = 8L * 1024 * 1024;

    /** Time for the writer thread to finish the queue when its store is closed. */
    private static final Duration CLOSING = Duration.ofMinutes(1);

    private final String place;
    private final String awaited;
    private final Deque<Job<C>> jobs = new ArrayDeque<>();
    private long bytes;
    private boolean closed;

    /** Pending transaction; the writer completes the future. */
    public record Write(Transaction transaction, CompletableFuture<TransactionOutcome> future) {}

    /** Pending task of the engine; the writer completes the future with the number of affected items. */
    public record PendingTask<C>(C work, CompletableFuture<Integer> future) {}

    /** Next unit of work: several transactions, or one task; empty once the queue is closed and drained. */
    public record Portion<C>(List<Write> writes, Optional<PendingTask<C>> task) {
        /** Returns whether the queue is closed and drained, so that the writer thread can end. */
        public boolean isEmpty() {
            return writes.isEmpty() && task.isEmpty();
        }
    }

    /** Transaction or task. */
    private record Job<C>(@Nullable Write write, @Nullable PendingTask<C> task) {
        long bytes() {
            return write == null ? 0 : write.transaction().bytes();
        }
    }

    /**
     * Creates an empty queue.
     *
     * @param place the store, for errors
     * @param awaited the resource that the jobs wait for, for errors
     */
    public WaitingJobs(String place, String awaited) {
        this.place = place;
        this.awaited = awaited;
    }

    /**
     * Adds a transaction; the writer completes the returned future.
     *
     * @throws ParleyException {@code BUDGET} if too much is pending, {@code CONTEXT_UNAVAILABLE} after {@link #close}
     */
    public CompletableFuture<TransactionOutcome> add(Transaction transaction) {
        Write write = new Write(transaction, new CompletableFuture<>());
        add(new Job<>(write, null));
        return write.future();
    }

    /**
     * Runs a task after the pending jobs, and blocks until it has ended.
     *
     * @return the number of affected items
     * @throws ParleyException as for a transaction, or the task's own error
     */
    public int run(C work) {
        PendingTask<C> task = new PendingTask<>(work, new CompletableFuture<>());
        add(new Job<>(null, task));
        try {
            return task.future()
                    .orTimeout(ContextStore.MOST_WAITING.toNanos(), TimeUnit.NANOSECONDS)
                    .join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof ParleyException coded) {
                throw coded;
            }
            if (e.getCause() instanceof TimeoutException timeout) {
                throw new ParleyException(
                        ErrorCode.CONTEXT_UNAVAILABLE,
                        place + ": expected a chore to end within " + ContextStore.MOST_WAITING
                                + ", found no end of it",
                        timeout);
            }
            throw e;
        }
    }

    private synchronized void add(Job<C> job) {
        if (closed) {
            throw new ParleyException(ErrorCode.CONTEXT_UNAVAILABLE, place + ": it was closed");
        }
        // A job larger than the whole budget is accepted when nothing else is pending.
        boolean isFull = jobs.size() >= MAX_JOBS || (bytes > 0 && bytes + job.bytes() > MAX_BYTES);
        if (isFull) {
            throw new ParleyException(
                    ErrorCode.BUDGET,
                    place + ": expected at most " + MAX_JOBS + " transactions and " + MAX_BYTES + " bytes to wait for "
                            + awaited + ", found " + jobs.size() + " and " + bytes);
        }
        jobs.add(job);
        bytes += job.bytes();
        notifyAll();
    }

    /** Blocks until there is work, or the queue is closed and drained. */
    public synchronized Portion<C> next() {
        while (jobs.isEmpty() && !closed) {
            try {
                wait();
            } catch (InterruptedException e) {
                closed = true;
            }
        }
        Job<C> first = jobs.peek();
        if (first != null && first.task() != null) {
            jobs.remove();
            return new Portion<>(List.of(), Optional.of(first.task()));
        }
        return new Portion<>(nextWrites(), Optional.empty());
    }

    private List<Write> nextWrites() {
        List<Write> writes = new ArrayList<>();
        long portion = 0;
        for (Job<C> next = jobs.peek(); next != null; next = jobs.peek()) {
            Write write = next.write();
            if (write == null || writes.size() >= PORTION || portion >= PORTION_BYTES) {
                break;
            }
            jobs.remove();
            writes.add(write);
            portion += next.bytes();
        }
        bytes -= portion;
        return writes;
    }

    /**
     * Closes the queue: no more jobs are accepted, pending ones are still written, and this blocks for the writer
     * thread, up to a minute. Jobs that are not started by then fail with {@code CONTEXT_UNAVAILABLE}: nothing of them
     * was changed.
     *
     * @param writer the writer thread; may be the caller, which then ends by itself
     */
    public void close(Thread writer) {
        close(writer, CLOSING);
    }

    /** Closes with another timeout. */
    void close(Thread writer, Duration timeout) {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        if (Thread.currentThread() == writer) {
            return;
        }
        try {
            writer.join(timeout.toMillis());
            if (writer.isAlive()) {
                giveUp();
                writer.join(timeout.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void giveUp() {
        List<Job<C>> abandoned;
        synchronized (this) {
            abandoned = List.copyOf(jobs);
            jobs.clear();
            bytes = 0;
        }
        LOG.warn("{}: closed before {} jobs were done, since {} did not answer", place, abandoned.size(), awaited);
        ParleyException why = new ParleyException(
                ErrorCode.CONTEXT_UNAVAILABLE, place + ": it was closed before this was begun; nothing was changed");
        for (Job<C> each : abandoned) {
            if (each.write() != null) {
                each.write().future().completeExceptionally(why);
            } else if (each.task() != null) {
                each.task().future().completeExceptionally(why);
            }
        }
    }
}
