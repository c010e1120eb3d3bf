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
 * Queue of the one thread of a store that writes, in the order of submission and within bounds: transactions, and
 * chores of the engine's own. Thread-safe.
 *
 * @param <C> the chores
 */
public final class WaitingJobs<C> {
    private static final Logger LOG = LoggerFactory.getLogger(WaitingJobs.class);
    private static final int MOST = 100_000;
    private static final long MOST_BYTES = 64L * 1024 * 1024;
    private static final int PORTION = 256;
    private static final long PORTION_BYTES = 8L * 1024 * 1024;

    /** Time limit for the writing thread to finish the queue when its store is closed. */
    private static final Duration CLOSING = Duration.ofMinutes(1);

    private final String place;
    private final String awaited;
    private final Deque<Job<C>> jobs = new ArrayDeque<>();
    private long bytes;
    private boolean closed;

    /** A transaction; whoever writes it completes the future. */
    public record Write(Transaction transaction, CompletableFuture<TransactionOutcome> future) {}

    /** A chore; whoever does it completes the future with how many it was about. */
    public record Errand<C>(C chore, CompletableFuture<Integer> future) {}

    /** Next portion of work: transactions together, or a chore; empty if there will never be more. */
    public record Portion<C>(List<Write> writes, Optional<Errand<C>> errand) {
        /** Returns whether there will never be more work, so that the thread that does it can end. */
        public boolean isEmpty() {
            return writes.isEmpty() && errand.isEmpty();
        }
    }

    /** A transaction or a chore. */
    private record Job<C>(@Nullable Write write, @Nullable Errand<C> errand) {
        long bytes() {
            return write == null ? 0 : write.transaction().bytes();
        }
    }

    /**
     * @param place the store, for errors
     * @param awaited the resource that the jobs wait for, for errors
     */
    public WaitingJobs(String place, String awaited) {
        this.place = place;
        this.awaited = awaited;
    }

    /**
     * Takes a transaction in; its future is completed by who writes it.
     *
     * @throws ParleyException {@code BUDGET} if too much waits, {@code CONTEXT_UNAVAILABLE} behind {@link #close}
     */
    public CompletableFuture<TransactionOutcome> add(Transaction transaction) {
        Write write = new Write(transaction, new CompletableFuture<>());
        add(new Job<>(write, null));
        return write.future();
    }

    /**
     * Runs a chore after the waiting jobs, and blocks for its end.
     *
     * @throws ParleyException as for a transaction, and the chore's own
     */
    public int run(C chore) {
        Errand<C> errand = new Errand<>(chore, new CompletableFuture<>());
        add(new Job<>(null, errand));
        try {
            return errand.future()
                    .orTimeout(ContextStore.MOST_WAITING.toNanos(), TimeUnit.NANOSECONDS)
                    .join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof ParleyException coded) {
                throw coded;
            }
            if (e.getCause() instanceof TimeoutException late) {
                throw new ParleyException(
                        ErrorCode.CONTEXT_UNAVAILABLE,
                        place + ": expected a chore to end within " + ContextStore.MOST_WAITING
                                + ", found no end of it",
                        late);
            }
            throw e;
        }
    }

    private synchronized void add(Job<C> job) {
        if (closed) {
            throw new ParleyException(ErrorCode.CONTEXT_UNAVAILABLE, place + ": it was closed");
        }
        // What is larger than all the room is let in when there is nothing else.
        boolean isFull = jobs.size() >= MOST || (bytes > 0 && bytes + job.bytes() > MOST_BYTES);
        if (isFull) {
            throw new ParleyException(
                    ErrorCode.BUDGET,
                    place + ": expected at most " + MOST + " transactions and " + MOST_BYTES + " bytes to wait for "
                            + awaited + ", found " + jobs.size() + " and " + bytes);
        }
        jobs.add(job);
        bytes += job.bytes();
        notifyAll();
    }

    /** Waits for something to do. */
    public synchronized Portion<C> next() {
        while (jobs.isEmpty() && !closed) {
            try {
                wait();
            } catch (InterruptedException e) {
                closed = true;
            }
        }
        Job<C> first = jobs.peek();
        if (first != null && first.errand() != null) {
            jobs.remove();
            return new Portion<>(List.of(), Optional.of(first.errand()));
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
     * Ends the store's writing: no more is accepted, waiting jobs are still written, and this blocks for the writing
     * thread, for a time. Jobs that are not begun within a minute fail with {@code CONTEXT_UNAVAILABLE}: nothing of
     * them was changed.
     *
     * @param writer the writing thread; may be the caller, who then ends by itself
     */
    public void close(Thread writer) {
        close(writer, CLOSING);
    }

    /** The same, with a time of its own. */
    void close(Thread writer, Duration patience) {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        if (Thread.currentThread() == writer) {
            return;
        }
        try {
            writer.join(patience.toMillis());
            if (writer.isAlive()) {
                giveUp();
                writer.join(patience.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void giveUp() {
        List<Job<C>> left;
        synchronized (this) {
            left = List.copyOf(jobs);
            jobs.clear();
            bytes = 0;
        }
        LOG.warn("{}: closed before {} jobs were done, since {} did not answer", place, left.size(), awaited);
        ParleyException why = new ParleyException(
                ErrorCode.CONTEXT_UNAVAILABLE, place + ": it was closed before this was begun; nothing was changed");
        for (Job<C> each : left) {
            if (each.write() != null) {
                each.write().future().completeExceptionally(why);
            } else if (each.errand() != null) {
                each.errand().future().completeExceptionally(why);
            }
        }
    }
}
