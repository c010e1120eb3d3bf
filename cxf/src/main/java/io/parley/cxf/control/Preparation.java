package io.parley.cxf.control;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Preparation of a service endpoint for its offers: begun once, by the first who needs it, and done beside. Thread-safe. */
final class Preparation {
    /** Time that an offer waits: less than a client does, and more than an ordinary contract takes. */
    static final Duration WAIT = Duration.ofSeconds(1);
    /** Offers that wait at a time, each on a thread of the container; others are told at once to come again. */
    static final int MOST_WAITING = 8;

    private final Executor threads;
    private final Runnable work;
    private final Duration wait;
    private final Semaphore waiting = new Semaphore(MOST_WAITING);
    private @Nullable CompletableFuture<Void> begun;
    private boolean isEnded;

    /** @param wait time that an offer waits */
    Preparation(Executor threads, Runnable work, Duration wait) {
        this.threads = threads;
        this.work = work;
        this.wait = wait;
    }

    /** Begins, unless that was done before. Completes when it is over, however it ended. */
    CompletableFuture<Void> begin() {
        CompletableFuture<Void> mine = new CompletableFuture<>();
        synchronized (this) {
            if (begun != null) {
                return begun;
            }
            begun = mine;
        }
        var unused = Rehearsal.beside(this::execute, this::work).thenRun(() -> mine.complete(null));
        return mine;
    }

    /** Leaves the work to the thread that begins it if there is no other: to one alone, whoever else asks. */
    private void execute(Runnable task) {
        try {
            threads.execute(task);
        } catch (RejectedExecutionException e) {
            task.run();
        }
    }

    private void work() {
        if (!isEnded()) {
            work.run();
        }
    }

    /** Makes other work part of it, which is under way. */
    void include(CompletableFuture<Void> other) {
        CompletableFuture<Void> own = begin();
        synchronized (this) {
            begun = CompletableFuture.allOf(own, other);
        }
    }

    /** Begins nothing from now on. */
    synchronized void end() {
        isEnded = true;
    }

    synchronized boolean isEnded() {
        return isEnded;
    }

    /** Begins, unless that was done before, and returns whether it is over, waiting for that if few others do. */
    boolean isOverSoon() {
        CompletableFuture<Void> under = begin();
        if (under.isDone() || !waiting.tryAcquire()) {
            return under.isDone();
        }
        try {
            under.get(wait.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException | CancellationException e) {
            return true; // what is wrong shows again, and is told, when the answer is made
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            waiting.release();
        }
    }
}
