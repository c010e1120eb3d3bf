package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.negotiation.Agreement;
import io.parley.session.Effect;
import io.parley.session.IncomingSide;
import io.parley.session.MessageKind;
import io.parley.session.Received;
import io.parley.session.Stream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A session as seen by the application, and the delivery of its messages to the application's handler. */
final class LiveConversation implements Conversation, Effect.Messages {
    private static final Logger LOG = LoggerFactory.getLogger(LiveConversation.class);

    /** Pause before an accepted message that could not be delivered is tried again. */
    private static final Duration RETRY_DELAY = Duration.ofMillis(100);

    private final ConversationState state;
    private final SessionDriver driver;
    private final TokenGrant grant;
    private final byte[] terms;
    private final Executor workers;
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private final WorkCount count;
    /** Lane of ordered one-way messages; null if they are not ordered. */
    private final @Nullable OneWayLane lane;

    private final LatestMessages<Incoming> latest;

    /** True once the session is closed and waits for handlers: the last one to finish completes {@link #closed()}. */
    private volatile boolean ended;

    private final AtomicBoolean closeNotified = new AtomicBoolean();

    private final long since;

    LiveConversation(ConversationState state, byte[] terms) {
        this.since = state.services().timers.nanoTime();
        this.state = state;
        this.driver = state.driver();
        this.grant = state.grant();
        this.terms = terms;
        this.workers = grant.handler().workers(state.services().workers);
        this.count = new WorkCount(grant.agreement().limits());
        this.latest = new LatestMessages<>(grant.agreement().expendable(), state.services().events.expendables);
        this.lane = grant.handler().order() == MessageOrder.SESSION
                ? new OneWayLane(this, workers, grant.handler().isNonBlocking())
                : null;
    }

    ConversationState state() {
        return state;
    }

    @Override
    public Agreement agreement() {
        return grant.agreement();
    }

    @Override
    public boolean isOpen() {
        return driver.isOpen();
    }

    @Override
    public boolean isSuspect() {
        return state.suspicion() != null;
    }

    @Override
    public CompletionStage<Void> suspicionOver() {
        CompletableFuture<Void> present = state.suspicion();
        return present == null ? CompletableFuture.completedStage(null) : present.minimalCompletionStage();
    }

    @Override
    public @Nullable Object attachment() {
        return grant.attachment();
    }

    @Override
    public byte[] openTerms() {
        return terms.clone();
    }

    @Override
    public Call beginCall(Duration timeout) {
        return beginCall("", timeout);
    }

    @Override
    public Call beginCall(String operation, Duration timeout) {
        Stream stream = driver.begin(MessageKind.REQUEST);
        return new PendingCall(
                        state, stream, operation, timeout, state.compression().call(operation))
                .begin();
    }

    /** Returns a call that an earlier process made and whose response is pending; its timeout is not known any more. */
    PendingCall interrupted(Stream stream, String operation) {
        Duration most = Duration.ofMillis(grant.agreement().limits().get(Limit.RESUME_MILLIS));
        return new PendingCall(
                        state, stream, operation, most, state.compression().call(operation))
                .begin();
    }

    @Override
    public OutgoingMessage beginOneWay() {
        return new OneWay(
                state, driver.begin(MessageKind.ONE_WAY), state.compression().oneWay());
    }

    @Override
    public OutgoingMessage beginOneWay(String operation) {
        int number = grant.agreement().expendable().number(operation);
        Stream stream = driver.begin(MessageKind.ONE_WAY);
        return number < 0
                ? new OneWay(state, stream, state.compression().oneWay())
                : new Expendable(state, stream, state.compression().oneWay(), number);
    }

    @Override
    public CompletionStage<Duration> ping() {
        Timers timers = state.services().timers;
        long start = timers.nanoTime();
        return driver.ping().thenApply(answered -> Duration.ofNanos(timers.nanoTime() - start));
    }

    @Override
    public String peer() {
        return driver.remote();
    }

    @Override
    public Duration age() {
        return Duration.ofNanos(state.services().timers.nanoTime() - since);
    }

    @Override
    public Traffic traffic() {
        return driver.traffic();
    }

    @Override
    public void drain() {
        driver.drain(ErrorCode.GOING_AWAY, "the session is drained");
    }

    @Override
    public void close(ErrorCode code, String text) {
        driver.close(code, text);
    }

    @Override
    public CompletionStage<Void> closed() {
        return closed.minimalCompletionStage();
    }

    /** Ends the handling of an expendable message, and delivers a newer one that waits for it. */
    void closed(Incoming message) {
        Incoming next = latest.closed(message);
        if (next != null) {
            onWorker(next, null);
        }
    }

    /** Returns the lane of the peer's ordered one-way messages; null if they are not ordered. */
    @Nullable
    OneWayLane lane() {
        return lane;
    }

    MessageHandler handler() {
        return grant.handler();
    }

    // Effects of the session, applied while it is locked.

    @Override
    @HotPath
    public void onMessage(Received content) {
        if (content.attachment() instanceof ArrivingContent arriving) {
            arriving.onArrival();
        } else if (content.stream().attachment() instanceof PendingCall call) {
            if (content.isHandedOver()) {
                handOver(call, content);
            } else {
                driver.lock().defer(new Incoming(this, content, null));
            }
        } else if (content.isHandedOver()) {
            ArrivingContent arriving = new ArrivingContent(driver, content, state.services().arrivals::release);
            receive(new Incoming(this, content, arriving));
            arriving.onArrival();
        } else {
            receive(new Incoming(this, content, null));
        }
    }

    /** Delivers a response to a caller that reads it while it arrives. */
    private void handOver(PendingCall call, Received content) {
        ArrivingContent arriving = new ArrivingContent(
                driver, content, () -> driver.lock().defer(() -> call.onWhole(content.isRenewed())));
        Incoming message = new Incoming(this, content, arriving);
        call.markHandedOver();
        driver.lock().defer(() -> call.handOver(message));
        arriving.onArrival();
    }

    /** Queues a message for the handler. Its place in the lane is assigned now, while the session is locked. */
    private void receive(Incoming message) {
        message.begins();
        Delivery delivery = driver.delivery();
        if (delivery.journal() != null) {
            delivery.whenStored(() -> handOn(message), () -> driver.lock().defer(message::close));
        } else {
            handOn(message);
        }
    }

    private void handOn(Incoming message) {
        OneWayLane of = message.lane();
        if (message.isExpendable()) {
            Runnable behind = latest.add(message);
            if (behind != null) {
                driver.lock().defer(behind);
            }
        } else if (of == null) {
            driver.lock().defer(message);
        } else {
            of.add(message);
            driver.lock().defer(of::begin);
        }
    }

    @Override
    public void onSent(Stream stream) {
        if (stream.attachment() instanceof OneWay message) {
            driver.delivery()
                    .whenStored(
                            () -> driver.lock().defer(message::stored),
                            () -> driver.lock().defer(() -> message.fail(lost())));
        }
    }

    private static ParleyException lost() {
        return new ParleyException(
                ErrorCode.CONNECTION_LOST, "message: expected it to be stored, found a session that is not any more");
    }

    @Override
    public void onStreamFailed(Stream stream, ParleyException why) {
        if (stream.attachment() instanceof PendingCall call) {
            driver.lock().defer(() -> call.fail(why));
        } else if (stream.attachment() instanceof OneWay message) {
            driver.lock().defer(() -> message.fail(why));
        } else if (stream.attachment() instanceof Incoming message) {
            driver.lock().defer(message.markUnwanted(why.code().scope() == ErrorCode.Scope.MESSAGE));
        } else if (stream.attachment() instanceof SideWriter writer) {
            driver.lock().defer(writer::stop);
        }
    }

    @Override
    public void onSideReady(Stream side) {
        if (side.attachment() instanceof SideWriter writer) {
            driver.lock().defer(side.isClosed() ? writer::stop : writer::onReady);
        }
    }

    @Override
    public void onSide(IncomingSide side) {
        if (side.attachment() instanceof SideInput input) {
            input.onArrival();
        }
    }

    // On the way to the handler.

    /** Delivers a message of the peer to the handler: on a worker, or at once if the handler does not block. */
    void dispatch(Incoming message, boolean exceedsLimit) {
        if (exceedsLimit) {
            putOff(message, null, count.limitExceeded());
            return;
        }
        if (mustWait(message)) {
            return;
        }
        MessageHandler handler = grant.handler();
        if (message.isOneFragment() && handler.isNonBlocking()) {
            handle(message, null);
        } else {
            onWorker(message, null);
        }
    }

    /** Retries a message that was put off; its handler runs on a worker in any case. */
    private void dispatchAgain(Incoming message, @Nullable Runnable work) {
        if (work != null || !mustWait(message)) {
            onWorker(message, work);
        }
    }

    /** Puts off a message that may not be refused while there is no memory for its objects; returns whether it did. */
    private boolean mustWait(Incoming message) {
        boolean waits = !hasRoomFor(message);
        if (waits) {
            putOff(message, null, "there is no memory for its objects");
        }
        return waits;
    }

    /**
     * Returns whether a message may be decoded now: one that may not be refused waits while all object memory is taken.
     */
    boolean hasRoomFor(Incoming message) {
        return !message.isTakenInAnyCase() || state.services().objects.hasRoom();
    }

    /** Runs work on a message of the peer on a worker; null delivers it to the handler. */
    void onWorker(Incoming message, @Nullable Runnable work) {
        Work handling = new Work(message, work);
        try {
            workers.execute(handling);
        } catch (RejectedExecutionException e) {
            LOG.debug("No worker is free for a message of {}", driver.remote(), e);
            handling.onRefused();
        }
    }

    /** A message that waits for a worker. */
    private final class Work implements WorkerPool.Refusable {
        private final Incoming message;
        private final @Nullable Runnable work;

        Work(Incoming message, @Nullable Runnable work) {
            this.message = message;
            this.work = work;
        }

        @Override
        public void run() {
            handle(message, work);
        }

        @Override
        public void onRefused() {
            putOff(
                    message,
                    work,
                    "all its workers are busy; its settings are " + Limit.THREADS.setting() + ", "
                            + Limit.QUEUED.setting() + " and " + Limit.QUEUE_MILLIS.setting());
        }
    }

    /** Counts a message of the peer to be dispatched; returns false if there are too many. */
    boolean workBegan(boolean isInLane) {
        return count.begin(isInLane);
    }

    /** Records that the sender of a message abandoned it while its handler continues. */
    void workAbandoned(boolean isInLane) {
        count.abandon(isInLane);
    }

    void workEnded(boolean isInLane, boolean wasAbandoned) {
        if (count.end(isInLane, wasAbandoned) == 0 && ended) {
            notifyClosed(null);
        }
    }

    /**
     * Closes the conversation.
     *
     * @param atOnce true if messages that are still handled do not delay it
     */
    void over(@Nullable ParleyException why, boolean atOnce) {
        ended = !atOnce;
        state.over();
        if (atOnce || count.isZero()) {
            notifyClosed(why);
        }
    }

    private void notifyClosed(@Nullable ParleyException why) {
        if (!closeNotified.compareAndSet(false, true)) {
            return;
        }
        if (why == null) {
            closed.complete(null);
        } else {
            closed.completeExceptionally(why);
        }
        notifyHandler(why);
    }

    /** Notifies the handler, however busy the workers are: it must release what it holds for the session. */
    private void notifyHandler(@Nullable ParleyException why) {
        try {
            workers.execute(() -> grant.handler().onClosed(this, why));
        } catch (RejectedExecutionException e) {
            if (state.services().closed) {
                LOG.debug("Cannot notify the handler that the session with {} is closed", driver.remote(), e);
            } else {
                var unused = state.services().timers.schedule(() -> notifyHandler(why), RETRY_DELAY);
            }
        }
    }

    private void putOff(Incoming message, @Nullable Runnable work, String reason) {
        boolean isAccepted = message.isTakenInAnyCase() || message.lane() != null;
        if (isAccepted && state.services().closed) {
            message.leave();
            return;
        }
        if (isAccepted) {
            // Acknowledged, or ordered before others: it waits for its handler however long that takes.
            try {
                state.services().timers.schedule(() -> dispatchAgain(message, work), RETRY_DELAY);
            } catch (RejectedExecutionException e) {
                LOG.debug("Leaving a message to the next process", e);
                message.leave();
            }
            return;
        }
        if (message.isExpendable()) {
            state.services().events.expendables.dropped();
        }
        message.refuse(ErrorCode.NOT_DISPATCHED, "the peer cannot accept the message now: " + reason);
        message.close();
    }

    /**
     * Calls the handler, and maps its exceptions to error codes; the text never contains that of foreign exceptions.
     */
    void handle(Incoming message, @Nullable Runnable work) {
        if (work == null && !message.begin()) {
            if (lane != null) {
                lane.closed(message);
            }
            return;
        }
        try {
            if (work == null) {
                grant.handler().onMessage(message);
            } else {
                work.run();
            }
        } catch (ParleyException e) {
            refuse(message, e.code(), e.text(), e);
        } catch (RuntimeException e) {
            if (message.isWanted()) {
                LOG.warn("Handler failed", e);
            } else {
                LOG.info("Handler failed after the end of its call: {}", e.toString());
            }
            refuse(message, ErrorCode.INTERNAL, "the handler failed", e);
        } catch (Error e) {
            refuse(message, ErrorCode.INTERNAL, "the handler failed", e);
            throw e;
        }
    }

    /**
     * Refuses a message whose handler threw: it counts as dispatched, since the handler may have acted before. Codes
     * for sessions and connections are replaced, since they do not concern the caller's.
     */
    private void refuse(Incoming message, ErrorCode code, String text, Throwable why) {
        LOG.debug("Handler refused a message of {}", driver.remote(), why);
        boolean ofMessage = code.scope() == ErrorCode.Scope.MESSAGE && code != ErrorCode.NOT_DISPATCHED;
        message.refuse(ofMessage ? code : ErrorCode.INTERNAL, text, !message.isUntouched(code));
        message.close();
    }
}
