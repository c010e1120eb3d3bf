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

/** A pending request, which ends with its response, its timeout or its cancellation, whichever comes first. */
final class PendingCall extends Outgoing implements Call, ForkJoinPool.ManagedBlocker {
    private static final String CANCELLED = "the call was cancelled by its caller";

    /** Guarded by the lock of the deadlines, as are the links to other calls of the session. */
    long deadline;

    @Nullable
    PendingCall older;

    @Nullable
    PendingCall newer;

    private final String operation;
    private final Duration timeout;
    private final MessageCompression compression;
    /** Whether the call has ended, and whether its response was taken or never will be. Guarded by this. */
    private boolean settled;

    private boolean taken;
    /**
     * The response, an {@link IncomingMessage}, or a {@link ParleyException}. Set once, with the lock on this; a
     * response that was not taken is replaced by a failure when the session is closed.
     */
    private volatile @Nullable Object outcome;

    private volatile @Nullable Thread waiter;
    /** Future for callers that do not block; created on demand. Guarded by this. */
    private @Nullable CompletableFuture<IncomingMessage> response;

    /**
     * Whether the caller reads the response while it arrives, and whether a long one has started. Each is set by one
     * thread before that thread reads the other, so that at least one of them sees that the response is to be handed
     * over.
     */
    private volatile boolean readsAsItComes;

    private volatile boolean longBegan;
    /**
     * The response that replaces one whose sender restarted it while it was read. Set before an arriving response is
     * handed over; null for all other calls.
     */
    private volatile @Nullable CompletableFuture<IncomingMessage> renewed;

    /**
     * Creates a call, which is to be {@link #begin begun}.
     *
     * @param operation the application's name for it
     * @param compression of the request and its response
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
    }

    /** Starts to wait for the response and starts the timeout; returns this call. */
    PendingCall begin() {
        stream().attach(this);
        conversation().deadlines().add(this, timeout);
        return this;
    }

    @Override
    public void countBytes(LongConsumer meter) {
        stream().countBytes(meter);
    }

    // Waiting for the response.

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
        // The dependent stage is not needed: it only ends the call.
        var unused = future.whenComplete((message, why) -> onSettledByCaller());
        if (known != null && !complete(future, known) && known instanceof IncomingMessage message) {
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
                inVain = pollInVain(waits, crowd, since);
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

    /**
     * Parks until there is an outcome. A worker that waits for a response is replaced, so that the service that sends
     * it has a thread.
     */
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

    /**
     * Polls for the outcome before parking, as long as that pays off; returns whether it polled a few times in vain.
     */
    private boolean pollInVain(AnswerWaits waits, int crowd, long since) {
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
        waiter = Thread.currentThread();
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

    /** Waits for the response that replaces one that was being read. */
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

    /** Closes a replacing response that was not requested. */
    void closeRenewed() {
        var unused = Objects.requireNonNull(renewed).thenAccept(IncomingMessage::close);
    }

    // Ending the call.

    /**
     * Records that a long response has started; returns whether it is read while it arrives. Called with the session
     * locked.
     */
    boolean onLongResponse() {
        longBegan = true;
        return readsAsItComes && renewed == null;
    }

    /** Switches to reading the response while it arrives, also if it has started already. */
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

    /** Completes the call with its response. */
    @HotPath
    void complete(IncomingMessage message) {
        CompletableFuture<IncomingMessage> anew = renewed;
        if (!settle() || !(anew == null ? publish(message) : anew.complete(message))) {
            message.close();
        }
    }

    /** Records that the response is read while it arrives. Called with the session locked, before {@link #handOver}. */
    void markHandedOver() {
        renewed = new CompletableFuture<>();
    }

    void handOver(IncomingMessage message) {
        if (!publish(message)) {
            message.close();
        }
    }

    /** Handles the end of a response that was handed over while it arrived. */
    void onWhole(boolean isRenewed) {
        CompletableFuture<IncomingMessage> anew = renewed;
        if (anew != null && !isRenewed && settle()) {
            anew.cancel(false);
        }
    }

    /** Fails the call. */
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
            message.close(); // It arrived concurrently, and will not be taken.
        }
    }

    /** Releases a response that was not taken, because the session is closed. */
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
                // Before the caller is notified, whose next call may use another route.
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

    /** Marks the call as ended; returns true for the first caller only. */
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

    /** Publishes the outcome to the waiting caller; returns false if it will not be taken. */
    private boolean publish(Object ended) {
        CompletableFuture<IncomingMessage> future;
        synchronized (this) {
            if (outcome != null) {
                return false;
            }
            future = response;
            outcome = ended;
            if (future == null && taken) {
                return false; // It was cancelled concurrently.
            }
        }
        LockSupport.unpark(waiter);
        return future == null || complete(future, ended);
    }

    /** Completes a future; returns false if its owner had completed it before. */
    private static boolean complete(CompletableFuture<IncomingMessage> future, Object outcome) {
        return outcome instanceof ParleyException why
                ? future.completeExceptionally(why)
                : future.complete((IncomingMessage) outcome);
    }

    private Timers timers() {
        return conversation().services().timers;
    }
}
