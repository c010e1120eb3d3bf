package io.parley.runtime;

import io.parley.Durations;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.ParleyException;
import io.parley.channel.ShortWaits;
import io.parley.compression.MessageCompression;
import io.parley.session.Stream;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** A request under way, until its response, its time or its caller ends it: whichever comes first. */
final class PendingCall extends Outgoing implements Call, ForkJoinPool.ManagedBlocker {
    private static final String CANCELLED = "the call was cancelled by its caller";

    /** The deadlines', as are the other calls of the session that it leads to. */
    long deadline;

    @Nullable
    PendingCall older;

    @Nullable
    PendingCall newer;

    private final String operation;
    private final Duration timeout;
    private final MessageCompression compression;
    /** Guarded by this call's lock, as is whether somebody has the response, or nobody will. */
    private boolean settled;

    private boolean taken;
    /**
     * The response, an {@link IncomingMessage}, or a {@link ParleyException}. Set once, under this call's lock; in the place of a
     * response that nobody took comes a failure when the session is over.
     */
    private volatile @Nullable Object outcome;

    private volatile @Nullable Thread sleeper;
    /** Future for callers that do not block. Guarded by this call's lock. */
    private @Nullable CompletableFuture<IncomingMessage> response;

    /**
     * Whether its caller reads the response while it comes, and whether a long one began. Each is set by one thread before that
     * reads the other's: so at least one of them sees that the response is to be handed over.
     */
    private volatile boolean readsAsItComes;

    private volatile boolean longBegan;
    /**
     * The response that takes the place of one whose sender began it anew while it was read. Set before a response is
     * handed over that still comes; null for all others.
     */
    private volatile @Nullable CompletableFuture<IncomingMessage> renewed;

    /**
     * @param operation the user's name for it
     * @param compression of its request and its answer
     */
    PendingCall(
            ConversationState conversation,
            Stream stream,
            String operation,
            Duration timeout,
            MessageCompression compression) {
        super(conversation, stream, compression);
        this.compression = compression;
        this.operation = operation;
        this.timeout = Durations.bounded(timeout);
        stream.attach(this);
        conversation.deadlines().add(this, this.timeout);
    }

    @Override
    public void countBytes(LongConsumer meter) {
        stream().countBytes(meter);
    }

    // Who waits for it.

    @Override
    public CompletableFuture<IncomingMessage> response() {
        CompletableFuture<IncomingMessage> future;
        Object known;
        synchronized (this) {
            if (response != null) {
                return response;
            }
            future = new CompletableFuture<>();
            response = future;
            taken = true;
            known = outcome;
        }
        // The dependent stage has nothing to say: settling is all that it is for.
        var unused = future.whenComplete((message, why) -> onSettledByCaller());
        if (known != null && !tell(future, known) && known instanceof IncomingMessage message) {
            message.close();
        }
        return future;
    }

    @Override
    @HotPath
    public IncomingMessage await() throws InterruptedException {
        return await(false);
    }

    @Override
    @HotPath
    public IncomingMessage awaitAsItComes() throws InterruptedException {
        return await(true);
    }

    @HotPath
    private IncomingMessage await(boolean asItComes) throws InterruptedException {
        if (outcome == null) {
            AnswerWaits waits = conversation().answers();
            long since = timers().nanoTime();
            int crowd = waits.begin();
            boolean inVain = false;
            try {
                inVain = looksInVain(waits, crowd, since);
                if (asItComes && outcome == null) {
                    readAsItComes();
                }
                sleep();
            } finally {
                waits.end(crowd, timers().nanoTime() - since, inVain);
            }
        }
        return take();
    }

    /** A worker that waits for the answer of a service may keep no thread from that service's own work. */
    private void sleep() throws InterruptedException {
        if (outcome != null) {
            return;
        }
        WorkerPool.Lane lane = WorkerPool.beginWaiting(WorkerPool.Wait.ANSWER);
        try {
            ForkJoinPool.managedBlock(this);
        } finally {
            if (lane != null) {
                lane.endWaiting(WorkerPool.Wait.ANSWER);
            }
        }
    }

    /** Checks for the answer before parking, as often as that pays; returns whether it checked a few times in vain. */
    private boolean looksInVain(AnswerWaits waits, int crowd, long since) {
        boolean mayStayAwake = waits.mayStayAwake();
        int most = waits.looks(crowd, mayStayAwake);
        for (int looks = 0; outcome == null && looks < most; looks++) {
            if (mayStayAwake && timers().nanoTime() - since > ShortWaits.MOST_NANOS) {
                break;
            }
            ShortWaits.giveWay();
        }
        if (mayStayAwake) {
            ShortWaits.callerSleeps();
        }
        return most > 0 && !mayStayAwake && outcome == null;
    }

    @Override
    public boolean isReleasable() {
        return outcome != null;
    }

    @Override
    public boolean block() throws InterruptedException {
        sleeper = Thread.currentThread();
        while (outcome == null) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            LockSupport.park(this);
        }
        return true;
    }

    private synchronized IncomingMessage take() {
        if (outcome instanceof ParleyException why) {
            throw why;
        }
        if (taken && response == null) {
            throw new ParleyException(ErrorCode.CANCELLED, CANCELLED);
        }
        taken = true;
        return (IncomingMessage) Objects.requireNonNull(outcome);
    }

    /** The response that takes the place of one that was being read; waits for it. */
    IncomingMessage awaitRenewed() {
        try {
            return Objects.requireNonNull(renewed).get();
        } catch (InterruptedException e) {
            cancel();
            Thread.currentThread().interrupt();
            throw new ParleyException(ErrorCode.CANCELLED, "interrupted while waiting for a response", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof ParleyException why
                    ? why
                    : new ParleyException(ErrorCode.INTERNAL, "the call failed inside this side", e.getCause());
        }
    }

    /** Closes a renewed response that nobody asked for. */
    void closeRenewed() {
        var unused = Objects.requireNonNull(renewed).thenAccept(IncomingMessage::close);
    }

    // Who ends it.

    /** A long response begins; returns whether it is read while it comes. Within a turn. */
    boolean onLongResponse() {
        longBegan = true;
        return readsAsItComes && renewed == null;
    }

    /** The caller reads its response while it comes: what began to come by now is handed over. */
    private void readAsItComes() {
        readsAsItComes = true;
        if (longBegan) {
            driver().lock().run(() -> {
                if (renewed == null) {
                    driver().exchange().readAsItComes(stream());
                }
            });
        }
    }

    /** The response came. */
    @HotPath
    void complete(IncomingMessage message) {
        CompletableFuture<IncomingMessage> anew = renewed;
        if (!settle() || !(anew == null ? publish(message) : anew.complete(message))) {
            message.close();
        }
    }

    /** The response began to come, and is read while it comes. Within a turn, before {@link #hand}. */
    void markHanded() {
        renewed = new CompletableFuture<>();
    }

    void hand(IncomingMessage message) {
        if (!publish(message)) {
            message.close();
        }
    }

    /** Handles the end of a response that was handed over. */
    void onWhole(boolean isRenewed) {
        CompletableFuture<IncomingMessage> anew = renewed;
        if (anew != null && !isRenewed && settle()) {
            anew.cancel(false);
        }
    }

    /** Fails the call: there will be no response. */
    void fail(ParleyException why) {
        if (settle()) {
            publishFailure(why);
        }
    }

    @Override
    public void cancel() {
        giveUp(ErrorCode.CANCELLED, CANCELLED);
        Object late;
        synchronized (this) {
            late = taken ? null : outcome;
            taken = true;
        }
        if (late instanceof IncomingMessage message) {
            message.close(); // It came just now, and nobody will take it.
        }
    }

    /** The session is over, and with it the memory of a response that nobody asked for. */
    void onSessionOver() {
        Object late;
        synchronized (this) {
            if (taken || !(outcome instanceof IncomingMessage)) {
                return;
            }
            late = outcome;
            outcome = new ParleyException(ErrorCode.CANCELLED, "the session ended before its answer was asked for");
        }
        ((IncomingMessage) late).close();
    }

    void onTimeout() {
        if (settle()) {
            if (conversation().suspicion() == null) {
                // Before its caller knows, whose next call may want to go another way.
                driver().onCallTimeout(deadline - timeout.toNanos());
            }
            end(ErrorCode.TIMEOUT, "call: expected the response within " + timeout.toMillis() + " ms, found none");
        }
    }

    @Override
    void onDiscarded(ParleyException why) {
        super.onDiscarded(why);
        fail(why);
    }

    private void onSettledByCaller() {
        if (renewed == null) {
            giveUp(ErrorCode.CANCELLED, CANCELLED);
        }
    }

    private void giveUp(ErrorCode code, String text) {
        if (settle()) {
            end(code, text);
        }
    }

    private void end(ErrorCode code, String text) {
        driver().abort(stream(), code, text);
        abortSides(code, text);
        publishFailure(new ParleyException(code, text));
    }

    /** True for the one who ends the call. */
    private boolean settle() {
        synchronized (this) {
            if (settled) {
                return false;
            }
            settled = true;
        }
        conversation().deadlines().remove(this);
        return true;
    }

    String operation() {
        return operation;
    }

    MessageCompression compression() {
        return compression;
    }

    private void publishFailure(ParleyException why) {
        compression.close();
        publish(why);
        CompletableFuture<IncomingMessage> anew = renewed;
        if (anew != null) {
            anew.completeExceptionally(why);
        }
    }

    /** Publishes the outcome to the waiting caller; returns false if nobody will take it. */
    private boolean publish(Object ended) {
        CompletableFuture<IncomingMessage> future;
        synchronized (this) {
            if (outcome != null) {
                return false;
            }
            future = response;
            outcome = ended;
            if (future == null && taken) {
                return false; // It was cancelled meanwhile.
            }
        }
        LockSupport.unpark(sleeper);
        return future == null || tell(future, ended);
    }

    /** False if its caller completed the future before. */
    private static boolean tell(CompletableFuture<IncomingMessage> future, Object outcome) {
        return outcome instanceof ParleyException why
                ? future.completeExceptionally(why)
                : future.complete((IncomingMessage) outcome);
    }

    private Timers timers() {
        return conversation().services().timers;
    }
}
