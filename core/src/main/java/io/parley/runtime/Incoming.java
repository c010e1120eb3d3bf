package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.session.MessageKind;
import io.parley.session.Received;
import org.jspecify.annotations.Nullable;

/**
 * A received message in progress: from its arrival until its handler is done or its sender no longer waits; for a
 * request, including its response.
 */
final class Incoming extends IncomingContent implements LatestMessages.Message, Response.Request {
    private final LiveConversation conversation;
    /** True while the message is decoded, before the application acts on it. */
    private volatile boolean decoding;

    private volatile boolean wanted = true;
    /** Whether a handler got the message, and whether it counts as work that its sender abandoned. Guarded by this. */
    private boolean begun, abandoned;

    private Runnable whenUnwanted = Incoming::nothing;
    /** True if it exceeds the limit of messages in progress. */
    private boolean exceedsLimit;
    /** State of the response, and whether the end of the work was reported to the conversation. Guarded by this. */
    private Answer answer = Answer.NONE;

    private boolean endReported;

    private enum Answer {
        NONE,
        BEING_WRITTEN,
        GIVEN,
        /** Refused for lack of memory while it was decoded; the decoder may still try to respond with a fault. */
        REFUSED
    }

    /**
     * Creates a message.
     *
     * @param arriving for a message that is read while it arrives; null for a complete one
     */
    Incoming(LiveConversation conversation, Received content, @Nullable ArrivingContent arriving) {
        super(conversation.state(), content, arriving);
        this.conversation = conversation;
    }

    @Override
    public LiveConversation conversation() {
        return conversation;
    }

    @Override
    ConversationState state() {
        return conversation.state();
    }

    /** Returns the lane in which it waits for earlier one-way messages; null if it does not wait. */
    @Nullable
    OneWayLane lane() {
        return kind() == Kind.ONE_WAY && !isExpendable() ? conversation.lane() : null;
    }

    private boolean isInLane() {
        return lane() != null;
    }

    /** Counts the message as work in progress: at once, since the session's end may overtake its dispatch. */
    void begins() {
        stream().attach(this);
        exceedsLimit = !conversation.workBegan(isInLane());
    }

    /** Delivers the message to the call that it answers, or to the handler, after the session was unlocked. */
    @Override
    public void run() {
        if (stream().attachment() instanceof PendingCall call) {
            call.complete(this);
        } else {
            conversation.dispatch(this, exceedsLimit);
        }
    }

    @Override
    public boolean isWanted() {
        return wanted;
    }

    @Override
    public void onUnwanted(Runnable task) {
        synchronized (this) {
            if (wanted) {
                whenUnwanted = task;
                return;
            }
        }
        task.run();
    }

    /**
     * Marks the message as no longer wanted by its sender. Called with the session locked.
     *
     * @param aborted true if only this message was aborted: it is then not delivered to a handler that has not got it
     *     yet
     * @return a task to run after unlocking
     */
    Runnable markUnwanted(boolean aborted) {
        synchronized (this) {
            wanted = false;
            if (!aborted || begun || endReported) {
                abandoned = aborted && !endReported;
                if (abandoned) {
                    conversation.workAbandoned(isInLane());
                }
                return whenUnwanted;
            }
            endReported = true;
        }
        conversation.workEnded(isInLane(), false);
        return this::close;
    }

    private static void nothing() {}

    /** Marks the message as delivered to its handler; returns false if its sender abandoned it before. */
    synchronized boolean begin() {
        begun = !endReported;
        return begun;
    }

    @Override
    public void onWorker(Runnable work) {
        conversation.onWorker(this, work);
    }

    @Override
    public void inOrderOf(Object key, Runnable work) {
        OneWayLane lane = lane();
        if (lane == null) {
            work.run();
        } else {
            lane.inOrderOf(key, this, work);
        }
    }

    @Override
    public OutgoingMessage beginResponse(boolean fault) {
        synchronized (this) {
            if (kind() == Kind.REQUEST && answer == Answer.REFUSED) {
                return response(null); // Refused: the response is dropped.
            }
            if (kind() != Kind.REQUEST || answer != Answer.NONE) {
                throw new IllegalStateException(
                        "expected a request without an answer, found " + kind() + " with answer " + answer);
            }
            answer = Answer.BEING_WRITTEN;
        }
        onAnswer();
        return response(fault ? MessageKind.FAULT : MessageKind.RESPONSE);
    }

    private Response response(@Nullable MessageKind answer) {
        return new Response(this, state(), stream(), compression(), answer);
    }

    @Override
    public void onResponseSending() {
        synchronized (this) {
            if (answer == Answer.BEING_WRITTEN) {
                answer = Answer.GIVEN;
            }
        }
        // Before its end is sent: the peer may start another call as soon as it has this response.
        workEnded();
    }

    @Override
    public void onResponseDiscarded() {
        boolean isUnowned;
        synchronized (this) {
            isUnowned = isClosed();
            // A response that failed to be sent may be replaced by another.
            answer = Answer.NONE;
        }
        if (isUnowned) {
            refuse(ErrorCode.INTERNAL, "the response was discarded");
        }
    }

    @Override
    public void refuse(ErrorCode code, String text) {
        refuse(code, text, false);
    }

    /**
     * Refuses the request with an error code.
     *
     * @param dispatched true if work on the request may have started
     */
    void refuse(ErrorCode code, String text, boolean dispatched) {
        synchronized (this) {
            if (kind() != Kind.REQUEST || answer == Answer.GIVEN || answer == Answer.REFUSED) {
                return;
            }
            answer = Answer.GIVEN;
        }
        driver().abort(stream(), code, text, dispatched);
    }

    @Override
    public void onDecoding() {
        decoding = true;
    }

    @Override
    public void onHandling() {
        decoding = false;
    }

    /** Returns whether a failure with that code proves that the application has not acted on the message. */
    boolean isUntouched(ErrorCode code) {
        return decoding && code == ErrorCode.BUDGET;
    }

    /**
     * Handles lack of memory to decode the message: a request that the application has not acted on is refused as safe
     * to retry.
     */
    @Override
    public ParleyException refused(ParleyException why) {
        if (isAnswer()) {
            return why.afterDispatch();
        }
        if (decoding) {
            refuse(why.code(), why.text());
            synchronized (this) {
                answer = answer == Answer.GIVEN ? Answer.REFUSED : answer;
            }
        }
        return why;
    }

    @Override
    boolean isUnanswered() {
        return answer == Answer.NONE;
    }

    @Override
    void onClosed(boolean unanswered) {
        if (isAnswer() && state().isDurable()) {
            driver().onJournal(journal -> journal.taken(stream()));
        }
        if (unanswered) {
            refuse(ErrorCode.INTERNAL, "the request was not answered");
        }
        workEnded();
        OneWayLane lane = lane();
        if (lane != null) {
            lane.closed(this);
        }
        if (isExpendable()) {
            conversation.closed(this);
        }
    }

    /** Releases resources without recording the message as handled: another process may handle it. */
    void leave() {
        synchronized (this) {
            endReported = true;
        }
        close();
    }

    /** Reports the end of the work on the message, when the response is sent or the message is closed without one. */
    private void workEnded() {
        boolean wasAbandoned;
        synchronized (this) {
            if (endReported || isAnswer()) {
                return;
            }
            endReported = true;
            wasAbandoned = abandoned;
        }
        if (kind() == Kind.ONE_WAY && state().isDurable()) {
            driver().onJournal(journal -> journal.handled(stream()));
        }
        conversation.workEnded(isInLane(), wasAbandoned);
    }
}
