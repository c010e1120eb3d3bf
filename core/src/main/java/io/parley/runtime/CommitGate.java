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
 * Keeps what a durable session wants done, in its order, until what it follows from is stored: frames that go out, the end
 * of a connection, messages for handlers. Guarded by the session's lock; what is new is stored at the end of each turn.
 */
final class CommitGate {
    private static final Logger LOG = LoggerFactory.getLogger(CommitGate.class);

    /** Content waits in the session, not here, once so many bytes wait to be stored. */
    private static final int MOST_BYTES = 1024 * 1024;

    private static final Duration PAUSE = Duration.ofMillis(200);

    private final SessionDriver driver;
    private final Journal journal;
    private final Executor stored;
    private final Runnable ended;
    private final Runnable lostToAnother;
    /** Frames, {@link HangUp} and {@link Task}, oldest first. */
    private final ArrayDeque<Object> waiting = new ArrayDeque<>();
    /** Number of them that wait only for the transaction that is under way. */
    private int covered;

    private boolean committing;
    /** Completes with the transaction that began last, whatever became of it. */
    private CompletionStage<?> begun = CompletableFuture.completedFuture(null);
    /** Whether a transaction waits to be tried again; the next field: whether none will be. */
    private boolean pausing;

    private boolean troubled;
    private boolean stopping;
    /** Whether nothing is stored any more, and nothing goes out. */
    private boolean lost;
    /** Whether frames go out at once, since they cannot be stored. */
    private boolean bypassed;

    private record HangUp(Runnable how) {}

    private record Task(Runnable task, Runnable otherwise) {}

    /**
     * @param stored runs what a transaction makes possible, one after the other
     * @param ended told when nothing will be stored any more
     * @param lostToAnother told when that is because another process goes on with the session
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

    /** Returns whether the session is not this process's any more. */
    boolean isLost() {
        return lost;
    }

    /**
     * Completes once what was begun to be stored is, or is not: who reads the store after that finds no less tomorrow.
     */
    CompletionStage<?> begun() {
        return begun;
    }

    /** Returns whether content may be sent, as far as the store is concerned. */
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

    /** Ends the connection behind what was sent on it. */
    void hangUp(Runnable how) {
        if (lost || isIdle()) {
            how.run();
        } else {
            waiting.add(new HangUp(how));
        }
    }

    /**
     * Runs a task, within a turn, once all that came and was sent until now is stored.
     *
     * @param otherwise runs in its place if that never will be
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

    /**
     * Drops the frames that wait for the store, because another connection takes the place of theirs: they will be
     * repeated there.
     */
    void onConnected() {
        int before = 0;
        int kept = 0;
        ArrayDeque<Object> all = new ArrayDeque<>(waiting);
        waiting.clear();
        for (Object next : all) {
            if (next instanceof Task) {
                waiting.add(next);
                kept += before < covered ? 1 : 0;
            } else {
                drop(next);
            }
            before++;
        }
        covered = kept;
    }

    /** Stores what is new. At the end of a turn. */
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
        covered = again ? covered : waiting.size();
        var unused =
                outcome.whenCompleteAsync((done, failure) -> onStored(() -> onOutcome(done, coded(failure))), stored);
    }

    /** Runs, on a thread of the store or a timer, in a turn of its own a reaction to stored data. */
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
                troubled = false;
                release();
                if (journal.isRemoved()) {
                    ended.run();
                }
            }
            case AGAIN -> {
                if (!troubled) {
                    LOG.warn(
                            "cannot store the session with {} now, tries again: {}",
                            driver.remote(),
                            said(outcome, failure));
                }
                troubled = true;
                driver.services().events.storeFailures.increment();
                tryAgain();
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

    /** The store will never take it, from whichever process: the session ends, and the peer is to know. */
    private void giveUp(ParleyException why) {
        bypassed = true;
        for (Object next : waiting) {
            // What is numbered has to come before the end; what says that something is stored must not come.
            if (next instanceof ByteBuf frame && isNumbered(frame)) {
                driver.output().send(frame.retain());
            }
        }
        lose(why);
    }

    private static boolean isNumbered(ByteBuf frame) {
        return frame.readableBytes() >= FrameHeader.BYTES && FrameHeader.sequence(frame) > 0;
    }

    /** Ends the session here: another process goes on with it. */
    void loseToAnother() {
        lose(new ParleyException(ErrorCode.CONNECTION_LOST, "session: another process goes on with it"));
        lostToAnother.run();
    }

    /** Leaves the session, as it is in the store, to the next process. */
    void leave() {
        abandon();
        lostToAnother.run();
    }

    /** The session cannot be stored any more: the peer may find it elsewhere. */
    private void lose(ParleyException why) {
        abandon();
        LOG.warn("session with {} cannot be stored: {}", driver.remote(), why.getMessage());
        driver.session().close(why.code(), why.text());
    }

    private static String said(@Nullable TransactionOutcome outcome, @Nullable ParleyException failure) {
        return failure != null ? String.valueOf(failure.getMessage()) : String.valueOf(outcome);
    }

    private void tryAgain() {
        if (stopping) {
            lose(closed());
            return;
        }
        committing = true;
        pausing = true;
        driver.services().timers.schedule(() -> onStored(this::onPaused), PAUSE);
    }

    private void onPaused() {
        pausing = false;
        committing = false;
    }

    /** The runtime is closed: what is under way may end, but nothing is tried again. */
    void stop() {
        stopping = true;
        if (pausing) {
            lose(closed());
        }
    }

    private static ParleyException closed() {
        return new ParleyException(ErrorCode.CLOSED, "session: the runtime was closed before all of it was stored");
    }

    /** Releases the effects that waited for a transaction that is stored now. */
    private void release() {
        int count = journal.hasNews() ? covered : waiting.size();
        covered = 0;
        for (int left = count; left > 0 && !waiting.isEmpty(); left--) {
            Object next = waiting.remove();
            if (next instanceof ByteBuf frame) {
                driver.output().send(frame);
            } else if (next instanceof HangUp end) {
                end.how().run();
            } else {
                ((Task) next).task().run();
            }
        }
    }

    /** The session is not this process's any more: nothing that waits will happen. */
    void abandon() {
        lost = true;
        ended.run();
        for (Object next = waiting.poll(); next != null; next = waiting.poll()) {
            if (next instanceof HangUp end) {
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
