package io.parley.cxf.transport;

import io.parley.Durations;
import io.parley.runtime.IncomingMessage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import org.apache.cxf.Bus;
import org.apache.cxf.continuations.Continuation;
import org.apache.cxf.continuations.ContinuationCallback;
import org.apache.cxf.continuations.ContinuationProvider;
import org.apache.cxf.message.Message;
import org.apache.cxf.workqueue.OneShotAsyncExecutor;
import org.apache.cxf.workqueue.WorkQueue;
import org.apache.cxf.workqueue.WorkQueueManager;
import org.jspecify.annotations.Nullable;

/**
 * Lets a service suspend a request of a session and answer it later from another thread. One per request; thread-safe,
 * since resuming and the time-out race.
 */
final class StreamContinuations implements ContinuationProvider, Continuation {
    private final Message message;
    private final IncomingMessage request;
    private final WorkQueue queue;
    private final Executor lane;
    private final BiConsumer<Message, StreamContinuations> run;

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

    /**
     * Puts itself on the message.
     *
     * @param lane where the chain goes on
     * @param run goes on with the chain of a message
     */
    StreamContinuations(
            Bus bus,
            Executor lane,
            Message message,
            IncomingMessage request,
            BiConsumer<Message, StreamContinuations> run) {
        this.message = message;
        this.request = request;
        this.queue = bus.getExtension(WorkQueueManager.class).getAutomaticWorkQueue();
        this.lane = lane;
        this.run = run;
        message.put(ContinuationProvider.class.getName(), this);
    }

    /** What is to be closed when its chain is over. */
    IncomingMessage request() {
        return request;
    }

    /** How often the request was suspended so far: whoever ran its chain finds out whether it was meanwhile. */
    synchronized int suspensions() {
        return suspensions;
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

    /** The caller gave up. Its service is told on a thread that may wait. */
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
        // The message that the chain runs on: its binding made it of the one that came.
        onLane(() -> run.accept(message.getExchange().getInMessage(), this));
    }

    private void onLane(Runnable rest) {
        try {
            lane.execute(rest);
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
