package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.context.TransactionOutcome;
import io.parley.frame.FrameHeader;
import io.parley.journal.Journal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delays the effects of a durable session until the state that they follow from is stored: frames to send, the end of a
 * connection, messages for handlers. Effects are released in order. Guarded by the session's lock; new state is stored
 * whenever the lock is released.
 */
final class CommitGate {
    private static final Logger LOG = LoggerFactory.getLogger(CommitGate.class);

    /** Maximum number of bytes that wait to be stored; above that, content waits in the session. */
    private static final int MOST_BYTES = 1024 * 1024;

    private static final Duration RETRY_DELAY = Duration.ofMillis(200);

    private final SessionDriver driver;
    private final Journal journal;
    private final Executor stored;
    private final Runnable ended;
    private final Runnable lostToAnother;
    /** Pending frames, {@link Disconnect}s and {@link Task}s, oldest first. */
    private final ArrayDeque<Object> waiting = new ArrayDeque<>();
    /** Number of pending effects that only wait for the transaction in progress. */
    private int inTransaction;

    private boolean committing;
    /** Completes when the last transaction has ended, whatever its outcome. */
    private CompletionStage<?> begun = CompletableFuture.completedFuture(null);
    /**
     * True while a retry of a transaction is scheduled. The next fields: whether the last transaction failed, and
     * whether there will be no more retries.
     */
    private boolean retryScheduled;

    private boolean failing;
    private boolean stopping;
    /** True once nothing is stored or sent any more. */
    private boolean lost;
    /** True if frames are sent at once because they cannot be stored. */
    private boolean bypassed;

    private record Disconnect(Runnable how) {}

    private record Task(Runnable task, Runnable otherwise) {}

    /**
     * Creates the gate of a session.
     *
     * @param stored runs the results of transactions, one after the other
     * @param ended called when nothing will be stored any more
     * @param lostToAnother called in addition if the reason is that another process continues the session
     */
    CommitGate(SessionDriver driver, Journal journal, Executor stored, Runnable ended, Runnable lostToAnother) {
        this.driver = driver;
        this.journal = journal;
        this.stored = stored;
        this.ended = ended;
        this.lostToAnother = lostToAnother;
    }

    Journal journal() {
        return journal;
    }

    /** Returns whether this process no longer owns the session. */
    boolean isLost() {
        return lost;
    }

    /**
     * Returns a stage that completes when the transaction in progress has succeeded or failed: the store then has its
     * final state.
     */
    CompletionStage<?> begun() {
        return begun;
    }

    /** Returns whether content may be sent as far as the store is concerned. */
    boolean hasRoom() {
        return journal.pendingBytes() < MOST_BYTES;
    }

    void send(ByteBuf frame) {
        if (bypassed) {
            driver.output().send(frame);
        } else if (lost) {
            frame.release();
        } else if (isIdle()) {
            driver.output().send(frame);
        } else {
            waiting.add(frame);
        }
    }

    /**
     * Ends the connection after the pending frames were sent.
     *
     * @param how closes the connection
     */
    void disconnect(Runnable how) {
        if (lost || isIdle()) {
            how.run();
        } else {
            waiting.add(new Disconnect(how));
        }
    }

    /**
     * Runs a task, with the session locked, once everything received and sent so far is stored.
     *
     * @param otherwise run instead if it never will be
     */
    void whenStored(Runnable task, Runnable otherwise) {
        if (lost) {
            otherwise.run();
        } else if (isIdle()) {
            task.run();
        } else {
            waiting.add(new Task(task, otherwise));
        }
    }

    /** Drops the pending frames, because they will be resent on the new connection that replaced theirs. */
    void onConnected() {
        int before = 0;
        int kept = 0;
        ArrayDeque<Object> all = new ArrayDeque<>(waiting);
        waiting.clear();
        for (Object next : all) {
            if (next instanceof Task) {
                waiting.add(next);
                kept += before < inTransaction ? 1 : 0;
            } else {
                drop(next);
            }
            before++;
        }
        inTransaction = kept;
    }

    /** Stores new state. Called before the session's lock is released. */
    void commit() {
        if (committing || lost) {
            return;
        }
        boolean again = journal.isUnderWay();
        CompletionStage<TransactionOutcome> outcome = journal.commit();
        if (outcome == null) {
            release();
            return;
        }
        committing = true;
        begun = outcome.handle((done, failure) -> done);
        inTransaction = again ? inTransaction : waiting.size();
        var unused =
                outcome.whenCompleteAsync((done, failure) -> onStored(() -> onOutcome(done, coded(failure))), stored);
    }

    /** Runs a reaction to the result of a transaction with the session locked, on a thread of the store or a timer. */
    private void onStored(Runnable what) {
        driver.lock().enter();
        try {
            what.run();
            driver.session().onWritable();
        } finally {
            driver.lock().leaveToChannel();
        }
    }

    private void onOutcome(@Nullable TransactionOutcome outcome, @Nullable ParleyException failure) {
        committing = false;
        switch (journal.onOutcome(outcome, failure)) {
            case STORED -> {
                failing = false;
                release();
                if (journal.isRemoved()) {
                    ended.run();
                }
            }
            case AGAIN -> {
                if (!failing) {
                    LOG.warn(
                            "Cannot store the session with {} now, retrying: {}",
                            driver.remote(),
                            describe(outcome, failure));
                }
                failing = true;
                driver.services().events.storeFailures.increment();
                retry();
            }
            case LOST -> {
                if (failure == null) {
                    loseToAnother();
                } else {
                    driver.services().events.storeFailures.increment();
                    giveUp(failure);
                }
            }
        }
    }

    /** Ends the session and informs the peer, because no process will ever be able to store its state. */
    private void giveUp(ParleyException why) {
        bypassed = true;
        for (Object next : waiting) {
            // Numbered frames must precede the end; acknowledgements of unstored frames must not be sent.
            if (next instanceof ByteBuf frame && isNumbered(frame)) {
                driver.output().send(frame.retain());
            }
        }
        lose(why);
    }

    private static boolean isNumbered(ByteBuf frame) {
        return frame.readableBytes() >= FrameHeader.BYTES && FrameHeader.sequence(frame) > 0;
    }

    /** Ends the session in this process, because another one continues it. */
    void loseToAnother() {
        lose(new ParleyException(ErrorCode.CONNECTION_LOST, "session: another process continues it"));
        lostToAnother.run();
    }

    /** Leaves the stored session to the next process. */
    void leave() {
        abandon();
        lostToAnother.run();
    }

    /** Ends the session, because it cannot be stored any more: the peer may resume it elsewhere. */
    private void lose(ParleyException why) {
        abandon();
        LOG.warn("Cannot store the session with {}: {}", driver.remote(), why.getMessage());
        driver.session().close(why.code(), why.text());
    }

    private static String describe(@Nullable TransactionOutcome outcome, @Nullable ParleyException failure) {
        return failure != null ? String.valueOf(failure.getMessage()) : String.valueOf(outcome);
    }

    private void retry() {
        if (stopping) {
            lose(closed());
            return;
        }
        committing = true;
        retryScheduled = true;
        driver.services().timers.schedule(() -> onStored(this::onRetry), RETRY_DELAY);
    }

    private void onRetry() {
        retryScheduled = false;
        committing = false;
    }

    /** Stops retries, because the runtime is closed; transactions in progress may end. */
    void stop() {
        stopping = true;
        if (retryScheduled) {
            lose(closed());
        }
    }

    private static ParleyException closed() {
        return new ParleyException(ErrorCode.CLOSED, "session: the runtime was closed before all of it was stored");
    }

    /** Releases the effects that waited for the transaction that is now stored. */
    private void release() {
        int count = journal.hasNews() ? inTransaction : waiting.size();
        inTransaction = 0;
        for (int left = count; left > 0 && !waiting.isEmpty(); left--) {
            Object next = waiting.remove();
            if (next instanceof ByteBuf frame) {
                driver.output().send(frame);
            } else if (next instanceof Disconnect end) {
                end.how().run();
            } else {
                ((Task) next).task().run();
            }
        }
    }

    /** Drops all pending effects, because this process no longer owns the session. */
    void abandon() {
        lost = true;
        ended.run();
        for (Object next = waiting.poll(); next != null; next = waiting.poll()) {
            if (next instanceof Disconnect end) {
                end.how().run();
            } else {
                drop(next);
            }
        }
    }

    private boolean isIdle() {
        return !lost && waiting.isEmpty() && !committing && !journal.hasNews();
    }

    private static void drop(Object waiting) {
        if (waiting instanceof ByteBuf frame) {
            frame.release();
        } else if (waiting instanceof Task task) {
            task.otherwise().run();
        }
    }

    private static @Nullable ParleyException coded(@Nullable Throwable failure) {
        if (failure == null) {
            return null;
        }
        Throwable cause =
                failure.getCause() != null && !(failure instanceof ParleyException) ? failure.getCause() : failure;
        return cause instanceof ParleyException known
                ? known
                : new ParleyException(ErrorCode.CONTEXT_UNAVAILABLE, "session: it cannot be stored", failure);
    }
}
