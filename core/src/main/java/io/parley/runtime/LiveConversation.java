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

/** A session as its user sees it, and the way of its messages to the user's handler. */
final class LiveConversation implements Conversation, Effect.Messages {
    private static final Logger LOG = LoggerFactory.getLogger(LiveConversation.class);

    /** After so long a stored message that nobody could take is tried again. */
    private static final Duration AGAIN = Duration.ofMillis(100);

    private final ConversationState state;
    private final SessionDriver driver;
    private final TokenGrant grant;
    private final byte[] terms;
    private final Executor workers;
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private final WorkCount count;
    /** Lane of one-way messages that wait for each other; null if they do not. */
    private final @Nullable OneWayLane lane;

    private final LatestMessages<Incoming> latest;

    /** Set once the session has ended and waits for what is still worked on: the last to end is the end of all. */
    private volatile boolean ended;

    private final AtomicBoolean told = new AtomicBoolean();

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
                state, stream, operation, timeout, state.compression().call(operation));
    }

    /** A call that another process made and whose answer is still to come; its time is not known any more. */
    PendingCall interrupted(Stream stream, String operation) {
        Duration most = Duration.ofMillis(grant.agreement().limits().get(Limit.RESUME_MILLIS));
        return new PendingCall(
                state, stream, operation, most, state.compression().call(operation));
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

    /** An expendable message was closed, behind which a newer one may wait. */
    void closed(Incoming message) {
        Incoming next = latest.closed(message);
        if (next != null) {
            onWorker(next, null);
        }
    }

    /** Returns the lane in which one-way messages of the peer wait for each other; null if they do not. */
    @Nullable
    OneWayLane lane() {
        return lane;
    }

    MessageHandler handler() {
        return grant.handler();
    }

    // Effects of the session, within its turns.

    @Override
    @HotPath
    public void onMessage(Received content) {
        if (content.attachment() instanceof Arriving arriving) {
            arriving.onArrival();
        } else if (content.stream().attachment() instanceof PendingCall call) {
            if (content.isHandedOver()) {
                handOver(call, content);
            } else {
                driver.lock().defer(new Incoming(this, content, null));
            }
        } else if (content.isHandedOver()) {
            Arriving arriving = new Arriving(driver, content, state.services().arrivals::release);
            receive(new Incoming(this, content, arriving));
            arriving.onArrival();
        } else {
            receive(new Incoming(this, content, null));
        }
    }

    /** A response that its caller reads while it comes. */
    private void handOver(PendingCall call, Received content) {
        Arriving arriving =
                new Arriving(driver, content, () -> driver.lock().defer(() -> call.onWhole(content.isRenewed())));
        Incoming message = new Incoming(this, content, arriving);
        call.markHanded();
        driver.lock().defer(() -> call.hand(message));
        arriving.onArrival();
    }

    /** A message for the handler. Its place in the lane is taken now: turns may end in another order than they began in. */
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

    /** Hands a message of the peer to the handler: on a worker, or at once if that is harmless. */
    void dispatch(Incoming message, boolean tooMuch) {
        if (tooMuch) {
            turnAway(message, null, count.tooMuch());
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

    /** What was turned away, but not refused: its handler runs on a worker in any case. */
    private void dispatchAgain(Incoming message, @Nullable Runnable work) {
        if (work != null || !mustWait(message)) {
            onWorker(message, work);
        }
    }

    /** Whether a message that may not be refused was put off until there is memory for its objects. */
    private boolean mustWait(Incoming message) {
        boolean waits = !hasRoomFor(message);
        if (waits) {
            turnAway(message, null, "there is no memory for its objects");
        }
        return waits;
    }

    /** Whether a message may be decoded now: one that may not be refused is not where all memory for objects is taken. */
    boolean hasRoomFor(Incoming message) {
        return !message.isTakenInAnyCase() || state.services().objects.hasRoom();
    }

    /** Runs work on a message of the peer on a worker; null hands it to the handler. */
    void onWorker(Incoming message, @Nullable Runnable work) {
        Work handling = new Work(message, work);
        try {
            workers.execute(handling);
        } catch (RejectedExecutionException e) {
            LOG.debug("no worker for a message of {}", driver.remote(), e);
            handling.onRefused();
        }
    }

    /** A message on its way to a worker. */
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
            turnAway(
                    message,
                    work,
                    "all its workers are busy; its settings are " + Limit.THREADS.setting() + ", "
                            + Limit.QUEUED.setting() + " and " + Limit.QUEUE_MILLIS.setting());
        }
    }

    /** Counts a message of the peer, to be dispatched; returns false if that is too much. */
    boolean workBegan(boolean isInLane) {
        return count.begin(isInLane);
    }

    /** The sender of a message gave it up, and its handler goes on. */
    void workAbandoned(boolean isInLane) {
        count.abandon(isInLane);
    }

    void workEnded(boolean isInLane, boolean wasAbandoned) {
        if (count.end(isInLane, wasAbandoned) == 0 && ended) {
            tellOver(null);
        }
    }

    /**
     * The session is over.
     *
     * @param atOnce whether messages that are still worked on do not count any more
     */
    void over(@Nullable ParleyException why, boolean atOnce) {
        ended = !atOnce;
        state.over();
        if (atOnce || count.isZero()) {
            tellOver(why);
        }
    }

    private void tellOver(@Nullable ParleyException why) {
        if (!told.compareAndSet(false, true)) {
            return;
        }
        if (why == null) {
            closed.complete(null);
        } else {
            closed.completeExceptionally(why);
        }
        tellHandler(why);
    }

    /** However busy the workers are: what a handler keeps of a session must go with it. */
    private void tellHandler(@Nullable ParleyException why) {
        try {
            workers.execute(() -> grant.handler().onClosed(this, why));
        } catch (RejectedExecutionException e) {
            if (state.services().closed) {
                LOG.debug("nobody to tell the handler that the session with {} is over", driver.remote(), e);
            } else {
                var unused = state.services().timers.schedule(() -> tellHandler(why), AGAIN);
            }
        }
    }

    private void turnAway(Incoming message, @Nullable Runnable work, String reason) {
        boolean isAccepted = message.isTakenInAnyCase() || message.lane() != null;
        if (isAccepted && state.services().closed) {
            message.leave();
            return;
        }
        if (isAccepted) {
            // It was acknowledged, or others wait for it, so it waits for its handler however long that takes.
            try {
                state.services().timers.schedule(() -> dispatchAgain(message, work), AGAIN);
            } catch (RejectedExecutionException e) {
                LOG.debug("a message is left to the process after this one", e);
                message.leave();
            }
            return;
        }
        if (message.isExpendable()) {
            state.services().events.expendables.dropped();
        }
        message.refuse(ErrorCode.NOT_DISPATCHED, "the peer cannot take the message now: " + reason);
        message.close();
    }

    /** Turns what a handler throws into the code that its caller sees; the text never holds what others threw. */
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
                LOG.warn("a handler failed", e);
            } else {
                LOG.info("a handler failed behind the end of its call: {}", e.toString());
            }
            refuse(message, ErrorCode.INTERNAL, "the handler failed", e);
        } catch (Error e) {
            refuse(message, ErrorCode.INTERNAL, "the handler failed", e);
            throw e;
        }
    }

    /**
     * A handler that threw may have done something before, so the message was dispatched. Codes that speak of sessions
     * and connections speak of others than the caller's.
     */
    private void refuse(Incoming message, ErrorCode code, String text, Throwable why) {
        LOG.debug("handler refused a message of {}", driver.remote(), why);
        boolean ofMessage = code.scope() == ErrorCode.Scope.MESSAGE && code != ErrorCode.NOT_DISPATCHED;
        message.refuse(ofMessage ? code : ErrorCode.INTERNAL, text, !message.isUntouched(code));
        message.close();
    }
}
