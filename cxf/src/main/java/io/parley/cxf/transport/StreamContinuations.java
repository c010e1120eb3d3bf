package io.parley.cxf.transport;

import io.parley.Durations;
import io.parley.cxf.transport.OneWayTurns.Place;
import io.parley.cxf.transport.OneWayTurns.Turn;
import io.parley.runtime.IncomingMessage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.apache.cxf.Bus;
import org.apache.cxf.continuations.Continuation;
import org.apache.cxf.continuations.ContinuationCallback;
import org.apache.cxf.continuations.ContinuationProvider;
import org.apache.cxf.interceptor.OneWayProcessorInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.workqueue.OneShotAsyncExecutor;
import org.apache.cxf.workqueue.WorkQueue;
import org.apache.cxf.workqueue.WorkQueueManager;
import org.jspecify.annotations.Nullable;

/**
 * Continuation of a session's request: lets a service suspend it and answer later from another thread. One per request;
 * thread-safe, since resuming and the timeout race.
 */
final class StreamContinuations implements ContinuationProvider, Continuation {
    private final Requests requests;
    private final Message message;
    private final IncomingMessage request;
    private final WorkQueue queue;
    private @Nullable Turn turn;

    private State state = State.NEW;
    private boolean timedOut;
    private int suspensions;
    /** Callback of the service, as set when it first obtained the continuation. */
    private @Nullable ContinuationCallback callback;

    private @Nullable Object object;

    private enum State {
        NEW,
        PENDING,
        RESUMED
    }

    /** Operations of the session that owns the requests. */
    interface Requests {
        Bus bus();

        /** Returns the executor that resumed chains run on. */
        Executor lane();

        /** Returns the turns of one-way calls; null if they are not ordered. */
        @Nullable
        OneWayTurns turns();

        /** Resumes the chain of a message. */
        void resume(Message message, StreamContinuations continuations);

        /** Sends the acceptance to the caller of a one-way call. */
        void accept(Message message);
    }

    /** Creates a continuation and registers it with the message. */
    StreamContinuations(Requests requests, Message message, IncomingMessage request) {
        this.requests = requests;
        this.message = message;
        this.request = request;
        this.queue = requests.bus().getExtension(WorkQueueManager.class).getAutomaticWorkQueue();
        message.put(ContinuationProvider.class.getName(), this);
    }

    /** Returns the request, to be closed at the end of its chain. */
    IncomingMessage request() {
        return request;
    }

    /** Returns the number of suspensions so far, by which the runner of a chain detects a suspension. */
    synchronized int suspensions() {
        return suspensions;
    }

    /**
     * Pauses the chain of a one-way call until its turn. No effect if CXF does not accept the call before handling it,
     * or runs it on an executor of the application: then the caller waits, or the executor defines the order.
     *
     * @param key ordering key; null for calls without one
     */
    void awaitTurn(@Nullable Object key) {
        Message running = message.getExchange().getInMessage();
        OneWayTurns turns = requests.turns();
        if (turns == null
                || turn != null
                || running.get(OneWayProcessorInterceptor.class) != null
                || running.getExchange().get(Executor.class) != null
                || MessageUtils.getContextualBoolean(running, Message.ROBUST_ONEWAY, false)) {
            return;
        }
        Turn mine = new Turn(key, this::resumeChain);
        turn = mine;
        Place place = turns.enter(mine);
        if (place == Place.FIRST) {
            return;
        }
        if (place == Place.BEHIND) {
            answer(running, turns, mine);
        }
        synchronized (this) {
            suspensions++;
        }
        running.getInterceptorChain().pause();
        turns.ready(mine);
    }

    /**
     * Accepts a call before its turn. If the acceptance cannot be sent, the call fails here, as it would in CXF, and is
     * not resumed.
     */
    private void answer(Message running, OneWayTurns turns, Turn mine) {
        boolean answered = false;
        try {
            requests.accept(running);
            answered = true;
        } finally {
            if (!answered) {
                turns.withdraw(mine);
            }
        }
    }

    /** Closes the request at the end of its chain. */
    void close() {
        request.close();
        OneWayTurns turns = requests.turns();
        if (turns != null && turn != null) {
            turns.leave(turn);
        }
    }

    /** Returns the continuation; null for a one-way call, which has no response to defer. */
    @Override
    public @Nullable Continuation getContinuation() {
        if (message.getExchange().isOneWay()) {
            return null;
        }
        synchronized (this) {
            if (callback == null) {
                callback = message.getExchange().get(ContinuationCallback.class);
                if (callback != null) {
                    request.onUnwanted(this::disconnected);
                }
            }
        }
        return this;
    }

    /** Notifies the service that the caller cancelled the call, on a thread that may block. */
    private void disconnected() {
        ContinuationCallback registered = callback();
        if (registered != null) {
            onLane(registered::onDisconnect);
        }
    }

    /** Notifies the service that the chain has ended and the response, if any, is sent, as CXF does for a servlet. */
    void ended() {
        ContinuationCallback registered = callback();
        if (registered == null) {
            return;
        }
        Exception failure = message.getExchange().get(Exception.class);
        if (failure == null) {
            registered.onComplete();
        } else {
            registered.onError(failure);
        }
    }

    private synchronized @Nullable ContinuationCallback callback() {
        return callback;
    }

    @Override
    public void complete() {
        reset();
    }

    @Override
    public synchronized boolean suspend(long timeout) {
        if (state == State.PENDING) {
            return false;
        }
        state = State.PENDING;
        timedOut = false;
        int suspension = ++suspensions;
        if (timeout > 0) {
            queue.schedule(
                    () -> resume(suspension, true), Durations.ofMillis(timeout).toMillis());
        }
        message.getExchange().getInMessage().getInterceptorChain().suspend();
        return true;
    }

    @Override
    public void resume() {
        int current;
        synchronized (this) {
            current = suspensions;
        }
        resume(current, false);
    }

    private void resume(int suspension, boolean byTime) {
        synchronized (this) {
            if (state != State.PENDING || suspension != suspensions) {
                return;
            }
            state = State.RESUMED;
            timedOut = byTime;
        }
        resumeChain();
    }

    private void resumeChain() {
        // The chain runs on the message that the binding created from the received one.
        onLane(() -> requests.resume(message.getExchange().getInMessage(), this));
    }

    private void onLane(Runnable rest) {
        try {
            requests.lane().execute(rest);
        } catch (RejectedExecutionException e) {
            // The lane is full, but a started call must not be refused, so the rest gets a thread of its own.
            OneShotAsyncExecutor.getInstance().execute(rest);
        }
    }

    @Override
    public synchronized void reset() {
        state = State.NEW;
        timedOut = false;
        object = null;
    }

    @Override
    public synchronized boolean isNew() {
        return state == State.NEW;
    }

    @Override
    public synchronized boolean isPending() {
        return state == State.PENDING;
    }

    @Override
    public synchronized boolean isResumed() {
        return state == State.RESUMED;
    }

    @Override
    public synchronized boolean isTimeout() {
        return timedOut;
    }

    @Override
    public synchronized @Nullable Object getObject() {
        return object;
    }

    @Override
    public synchronized void setObject(@Nullable Object value) {
        object = value;
    }

    /** Returns true: responses are written as a whole, so writing never has to wait for readiness. */
    @Override
    public boolean isReadyForWrite() {
        return true;
    }
}
