package io.parley.runtime;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ordered one-way messages of one session: each is delivered to the handler when the previous one was closed or got
 * a key. At most one worker delivers, and none while a message is open. The reserved memory bounds the number of
 * waiting messages. Thread-safe.
 */
final class OneWayLane implements Runnable, WorkerPool.Refusable {
    private static final Logger LOG = LoggerFactory.getLogger(OneWayLane.class);

    /** Number of messages after which a worker yields its thread to others. */
    private static final int BATCH = 32;
    /** Pause before another attempt when there is no worker, or no memory for objects. */
    private static final Duration RETRY_DELAY = Duration.ofMillis(100);

    private final LiveConversation conversation;
    private final Executor workers;
    private final boolean nonBlocking;
    /** Guarded by this, as are the fields below. */
    private final ArrayDeque<Incoming> waiting = new ArrayDeque<>();
    /** The message that was delivered and is not closed. */
    private @Nullable Incoming open;
    /** True while a thread delivers messages, or was requested. */
    private boolean busy;
    /** Delivered messages that wait for others with the same key; null until one has a key. */
    private volatile @Nullable KeyedMessages keyed;

    OneWayLane(LiveConversation conversation, Executor workers, boolean nonBlocking) {
        this.conversation = conversation;
        this.workers = workers;
        this.nonBlocking = nonBlocking;
    }

    /**
     * Appends a message. Called with the session locked, so that the order is that of the session; {@link #begin} must
     * follow.
     */
    synchronized void add(Incoming message) {
        waiting.add(message);
    }

    /** Delivers waiting messages: on this thread if the handler does not block, otherwise on a worker. */
    void begin() {
        boolean inPlace;
        synchronized (this) {
            if (busy || open != null || waiting.isEmpty()) {
                return;
            }
            busy = true;
            inPlace = mayBeInPlace();
        }
        if (inPlace) {
            work(true);
        } else {
            requestWorker();
        }
    }

    /**
     * Queues the delivered message behind those with the same key, and lets the next one be delivered meanwhile.
     *
     * @throws IllegalStateException if it is not the message that was delivered last
     */
    void inOrderOf(Object key, Incoming message, Runnable work) {
        KeyedMessages behind;
        synchronized (this) {
            if (open != message) {
                throw new IllegalStateException("expected a one-way message that is in work, found another");
            }
            behind = keyed == null ? new KeyedMessages(conversation) : keyed;
            keyed = behind;
        }
        behind.add(message, key, work);
        passed(message);
    }

    /** Ends the handling of a message, and delivers the next one. */
    void closed(Incoming message) {
        KeyedMessages behind = keyed;
        if (behind != null) {
            if (conversation.state().services().closed) {
                // All at once, since each would otherwise recurse into the end of the previous one.
                leave(behind.removeWaiting());
            }
            behind.closed(message);
        }
        passed(message);
    }

    private void passed(Incoming message) {
        synchronized (this) {
            if (open != message) {
                return;
            }
            open = null;
            if (busy || waiting.isEmpty()) {
                return;
            }
            busy = true;
        }
        requestWorker();
    }

    /** Delivers messages, on a worker. */
    @Override
    public void run() {
        work(false);
    }

    /** Retries later when no worker is free: accepted messages continue to wait. */
    @Override
    public void onRefused() {
        LOG.debug(
                "No worker is free for one-way messages of {}",
                conversation.state().driver().remote());
        requestWorkerLater();
    }

    private void requestWorkerLater() {
        Services services = conversation.state().services();
        if (services.closed) {
            giveUp();
            return;
        }
        try {
            services.timers.schedule(this::requestWorker, RETRY_DELAY);
        } catch (RejectedExecutionException e) {
            LOG.debug(
                    "Cannot schedule a retry for one-way messages of {}",
                    conversation.state().driver().remote(),
                    e);
            giveUp();
        }
    }

    private void giveUp() {
        leave();
        synchronized (this) {
            busy = false;
        }
    }

    private void requestWorker() {
        try {
            workers.execute(this);
        } catch (RejectedExecutionException e) {
            LOG.debug("The workers accept no more tasks now", e);
            onRefused();
        }
    }

    private void work(boolean inPlace) {
        boolean over = false;
        try {
            for (int left = BATCH; left > 0 && !over; left--) {
                Incoming next = next(inPlace);
                if (next == null) {
                    over = true;
                } else {
                    conversation.handle(next, null);
                }
            }
        } finally {
            if (!over) {
                requestWorker();
            }
        }
    }

    /** Removes and returns the next message to deliver; null if this thread must stop. */
    private @Nullable Incoming next(boolean inPlace) {
        boolean hasRoom;
        synchronized (this) {
            if (open != null || waiting.isEmpty()) {
                busy = false;
                return null;
            }
            hasRoom = conversation.hasRoomFor(waiting.element());
            if (hasRoom && (!inPlace || mayBeInPlace())) {
                open = waiting.remove();
                return open;
            }
        }
        if (hasRoom) {
            requestWorker();
        } else {
            requestWorkerLater();
        }
        return null;
    }

    private boolean mayBeInPlace() {
        Incoming next = waiting.peek();
        return nonBlocking && next != null && next.isOneFragment();
    }

    /**
     * Drops the waiting messages, because the runtime is closed or another process owns the session and its messages.
     */
    void leave() {
        List<Incoming> left = new ArrayList<>();
        KeyedMessages behind = keyed;
        if (behind != null) {
            left.addAll(behind.removeWaiting());
        }
        synchronized (this) {
            left.addAll(waiting);
            waiting.clear();
        }
        leave(left);
    }

    private void leave(List<Incoming> left) {
        for (Incoming message : left) {
            if (conversation.state().isDurable()) {
                message.leave();
            } else {
                message.close();
            }
        }
    }
}
