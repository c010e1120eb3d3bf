package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.session.MessageKind;
import io.parley.session.Received;
import org.jspecify.annotations.Nullable;

/** A received message: the work on it, until its sender or its handler ends that, and for a request the way to its answer. */
final class Incoming extends IncomingContent implements LatestMessages.Message, Response.Request {
    private final LiveConversation conversation;
    /** Whether it is being decoded, and nobody acts on it before it is. */
    private volatile boolean decoding;

    private volatile boolean wanted = true;
    /** Whether a handler was given it; and whether it counts as work that its sender gave up. Guarded by this. */
    private boolean begun, abandoned;

    private Runnable whenUnwanted = Incoming::nothing;
    /** Whether it exceeds the number of messages that may be worked on. */
    private boolean tooMuch;
    /** Guarded by this; so is whether the conversation knows that the work ended. */
    private Answer answer = Answer.NONE;

    private boolean endTold;

    private enum Answer {
        NONE,
        BEING_WRITTEN,
        GIVEN,
        /** For want of memory, while it was decoded: who decodes it may still want to answer with a fault. */
        REFUSED
    }

    /**
     * @param arriving for a message that is read while it comes; null for one that came whole
     */
    Incoming(LiveConversation conversation, Received content, @Nullable Arriving arriving) {
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

    /** Returns the lane in which it waits for those before it; null if it does not wait. */
    @Nullable
    OneWayLane lane() {
        return kind() == Kind.ONE_WAY && !isExpendable() ? conversation.lane() : null;
    }

    private boolean isInLane() {
        return lane() != null;
    }

    /**
     * Counts it as work that begins: at once, so that the session's end, which may overtake its dispatch, knows of it.
     */
    void begins() {
        stream().attach(this);
        tooMuch = !conversation.workBegan(isInLane());
    }

    /** Hands it to the call that it answers, or to the handler: when the turn is over in which it came. */
    @Override
    public void run() {
        if (stream().attachment() instanceof PendingCall call) {
            call.complete(this);
        } else {
            conversation.dispatch(this, tooMuch);
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
     * Marks the sender as not waiting any more. Within a turn.
     *
     * @param aborted whether it gave up this message alone: then a handler that does not have it yet never gets it
     * @return task to run after the turn
     */
    Runnable markUnwanted(boolean aborted) {
        synchronized (this) {
            wanted = false;
            if (!aborted || begun || endTold) {
                abandoned = aborted && !endTold;
                if (abandoned) {
                    conversation.workAbandoned(isInLane());
                }
                return whenUnwanted;
            }
            endTold = true;
        }
        conversation.workEnded(isInLane(), false);
        return this::close;
    }

    private static void nothing() {}

    /** Marks the message as handed to its handler; returns false if its sender gave it up before. */
    synchronized boolean begin() {
        begun = !endTold;
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
                return response(null); // Nobody waits for it.
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
        // Before its end goes out: the peer may begin another call as soon as it has this answer.
        workEnded();
    }

    @Override
    public void onResponseDiscarded() {
        boolean nobodyElse;
        synchronized (this) {
            nobodyElse = isClosed();
            // Nothing of an answer that failed to be sent stands in the way of another.
            answer = Answer.NONE;
        }
        if (nobodyElse) {
            refuse(ErrorCode.INTERNAL, "the response was discarded");
        }
    }

    @Override
    public void refuse(ErrorCode code, String text) {
        refuse(code, text, false);
    }

    /**
     * Answers with a coded error.
     *
     * @param dispatched whether work on the request may have begun
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

    /** Whether a failure with that code says for sure that nobody acted on it. */
    boolean isUntouched(ErrorCode code) {
        return decoding && code == ErrorCode.BUDGET;
    }

    /** There is no memory to decode it: a request that nobody acts on yet is refused as one that may come again. */
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

    /** Releases its resources, without counting it as handled: another process may handle it. */
    void leave() {
        synchronized (this) {
            endTold = true;
        }
        close();
    }

    /** Ends the work on the message once the answer is on its way, or the message closed without one. */
    private void workEnded() {
        boolean wasAbandoned;
        synchronized (this) {
            if (endTold || isAnswer()) {
                return;
            }
            endTold = true;
            wasAbandoned = abandoned;
        }
        if (kind() == Kind.ONE_WAY && state().isDurable()) {
            driver().onJournal(journal -> journal.handled(stream()));
        }
        conversation.workEnded(isInLane(), wasAbandoned);
    }
}
