package io.parley.cxf.transport;

import java.util.function.Consumer;
import org.apache.cxf.Bus;
import org.apache.cxf.continuations.Continuation;
import org.apache.cxf.continuations.ContinuationProvider;
import org.apache.cxf.message.Message;
import org.apache.cxf.workqueue.WorkQueue;
import org.apache.cxf.workqueue.WorkQueueManager;
import org.jspecify.annotations.Nullable;

/**
 * Lets a service suspend a request of a session and answer it later from another thread. One per request; thread-safe,
 * since resuming and the time-out race.
 */
final class StreamContinuations implements ContinuationProvider, Continuation {
    private final Message request;
    private final WorkQueue queue;
    private final Consumer<Message> run;

    private State state = State.NEW;
    private boolean timedOut;
    private int suspensions;
    private @Nullable Object object;

    private enum State {
        NEW,
        PENDING,
        RESUMED
    }

    /** @param run goes on with the chain of the message */
    StreamContinuations(Bus bus, Message request, Consumer<Message> run) {
        this.request = request;
        this.queue = bus.getExtension(WorkQueueManager.class).getAutomaticWorkQueue();
        this.run = run;
    }

    /** Null for a one-way: nobody waits for its answer. */
    @Override
    public @Nullable Continuation getContinuation() {
        return request.getExchange().isOneWay() ? null : this;
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
            queue.schedule(() -> resume(suspension, true), timeout);
        }
        request.getExchange().getInMessage().getInterceptorChain().suspend();
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
        queue.execute(() -> run.accept(request));
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
