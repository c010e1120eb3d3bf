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
 * Continuation of a session's request: lets a service suspend it and answer it later from another thread. One per
 * request; thread-safe, since resuming and the time-out race.
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
    /** The service's own, as it was when it first asked for the continuation. */
    private @Nullable ContinuationCallback callback;

    private @Nullable Object object;

    private enum State {
        NEW,
        PENDING,
        RESUMED
    }

    /** The requests of a session. */
    interface Requests {
        Bus bus();

        /** The executor on which their chains go on. */
        Executor lane();

        /** The turns of one-way calls; null if they do not wait for each other. */
        @Nullable
        OneWayTurns turns();

        /** Continues the chain of a message. */
        void resume(Message message, StreamContinuations continuations);

        /** Sends the acceptance to a one-way call's caller. */
        void accept(Message message);
    }

    /** Puts itself on the message. */
    StreamContinuations(Requests requests, Message message, IncomingMessage request) {
        this.requests = requests;
        this.message = message;
        this.request = request;
        this.queue = requests.bus().getExtension(WorkQueueManager.class).getAutomaticWorkQueue();
        message.put(ContinuationProvider.class.getName(), this);
    }

    /** Returns the request, to be closed when its chain is over. */
    IncomingMessage request() {
        return request;
    }

    /** Returns how often the request was suspended so far: the runner of its chain sees whether it was meanwhile. */
    synchronized int suspensions() {
        return suspensions;
    }

    /**
     * Pauses the chain of a one-way call until it is its turn. Nothing where CXF does not answer it before its work, or has an
     * executor of the application's run that: whoever called waits for it, or the executor knows its order.
     *
     * @param key calls of which are kept in order; null for the order of calls without one
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
        Turn mine = new Turn(key, this::goOn);
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

    /** A call whose answer cannot be sent fails here, as it would where CXF answers it, and is not gone on with. */
    private void answer(Message running, OneWayTurns of, Turn mine) {
        boolean answered = false;
        try {
            requests.accept(running);
            answered = true;
        } finally {
            if (!answered) {
                of.withdraw(mine);
            }
        }
    }

    /** The request's chain is over. */
    void close() {
        request.close();
        OneWayTurns turns = requests.turns();
        if (turns != null && turn != null) {
            turns.leave(turn);
        }
    }

    /** Null for a one-way: nobody waits for its answer. */
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

    /** Notifies the service that the caller gave up, on a thread that may block. */
    private void disconnected() {
        ContinuationCallback told = callback();
        if (told != null) {
            onLane(told::onDisconnect);
        }
    }

    /** The chain is over, and the answer on its way if there is one: as CXF tells it of a servlet's response. */
    void over() {
        ContinuationCallback told = callback();
        if (told == null) {
            return;
        }
        Exception failure = message.getExchange().get(Exception.class);
        if (failure == null) {
            told.onComplete();
        } else {
            told.onError(failure);
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
        goOn();
    }

    private void goOn() {
        // The message that the chain runs on: its binding made it of the one that came.
        onLane(() -> requests.resume(message.getExchange().getInMessage(), this));
    }

    private void onLane(Runnable rest) {
        try {
            requests.lane().execute(rest);
        } catch (RejectedExecutionException e) {
            // The lane is full, and what the service has begun must not be refused: the rest is worth a thread of its
            // own.
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

    /** Responses are written whole; there is no moment at which one could not be. */
    @Override
    public boolean isReadyForWrite() {
        return true;
    }
}
