package io.parley.cxf.service;

import io.parley.cxf.endpoint.NegotiationWarmup;
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

/**
 * Preparation of a service endpoint for its offers: started once, by the first caller that needs it, and run in the
 * background. Thread-safe.
 */
final class Preparation {
    /** Time that an offer waits: shorter than a client's time limit, longer than an ordinary contract takes. */
    static final Duration WAIT = Duration.ofSeconds(1);
    /** Maximum number of offers that wait at a time, each on a container thread; others are asked at once to retry. */
    static final int MAX_WAITING = 8;

    private final Executor threads;
    private final Runnable work;
    private final Duration wait;
    private final Semaphore waiting = new Semaphore(MAX_WAITING);
    private @Nullable CompletableFuture<Void> started;
    private volatile boolean isEnded;

    /**
     * Creates a preparation.
     *
     * @param wait time that an offer waits
     */
    Preparation(Executor threads, Runnable work, Duration wait) {
        this.threads = threads;
        this.work = work;
        this.wait = wait;
    }

    /** Starts the work, unless it was started before. The future completes when it is over, even if it failed. */
    CompletableFuture<Void> start() {
        CompletableFuture<Void> mine = new CompletableFuture<>();
        synchronized (this) {
            if (started != null) {
                return started;
            }
            started = mine;
        }
        var unused = NegotiationWarmup.inBackground(this::execute, this::work).thenRun(() -> mine.complete(null));
        return mine;
    }

    /** Runs the work on the starting thread if no other is available; further callers still start no second run. */
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

    /** Includes another running task in the preparation. */
    void include(CompletableFuture<Void> other) {
        CompletableFuture<Void> own = start();
        synchronized (this) {
            started = CompletableFuture.allOf(own, other);
        }
    }

    /** Prevents the start of any work from now on. */
    synchronized void end() {
        isEnded = true;
    }

    boolean isEnded() {
        return isEnded;
    }

    /**
     * Starts the work, unless it was started before, and returns whether it is over. Waits up to the time limit, unless
     * too many others wait.
     */
    boolean awaitBriefly() {
        CompletableFuture<Void> current = start();
        if (current.isDone() || !waiting.tryAcquire()) {
            return current.isDone();
        }
        try {
            current.get(wait.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException | CancellationException e) {
            return true; // the failure recurs, and is reported, when the answer is created
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            waiting.release();
        }
    }
}
