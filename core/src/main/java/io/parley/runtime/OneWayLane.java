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
 * The one-way messages of one session that wait for its handler: each is handed over when the one before it was closed, or got a
 * key. At most one worker is at it, and none while a message is open that no handler is at work on. What waits is bounded by the memory that is reserved
 * for it. Thread-safe.
 */
final class OneWayLane implements Runnable, WorkerPool.Refusable {
    private static final Logger LOG = LoggerFactory.getLogger(OneWayLane.class);

    /** After so many a worker lets others have its thread. */
    private static final int AT_A_TIME = 32;
    /** After so long a worker is asked for again where none was to be had, or no memory for objects. */
    private static final Duration AGAIN = Duration.ofMillis(100);

    private final LiveConversation conversation;
    private final Executor workers;
    private final boolean nonBlocking;
    /** Guarded by this, as are those below. */
    private final ArrayDeque<Incoming> waiting = new ArrayDeque<>();
    /** The message that was handed over and is not closed. */
    private @Nullable Incoming open;
    /** Whether a thread hands messages over, or was requested. */
    private boolean busy;
    /** Messages that were handed over and wait for others of their keys; null if none ever had one. */
    private volatile @Nullable KeyedMessages keyed;

    OneWayLane(LiveConversation conversation, Executor workers, boolean nonBlocking) {
        this.conversation = conversation;
        this.workers = workers;
        this.nonBlocking = nonBlocking;
    }

    /**
     * Puts a message behind those that wait. Within a turn, so that their order is that of the session; {@link #begin}
     * follows.
     */
    synchronized void add(Incoming message) {
        waiting.add(message);
    }

    /** Hands over what may be: on this thread where that is harmless, else on a worker. */
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
            askForWorker();
        }
    }

    /**
     * Has the message that was handed over worked on behind those with the same key, and the next handed over meanwhile.
     *
     * @throws IllegalStateException if it is not the one that was handed over last
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

    /** A message was closed: the next may be handed over. */
    void closed(Incoming message) {
        KeyedMessages behind = keyed;
        if (behind != null) {
            if (conversation.state().services().closed) {
                // One by one each would be left within the end of the one before it.
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
        askForWorker();
    }

    /** Hands messages over, on a worker. */
    @Override
    public void run() {
        work(false);
    }

    /** Tries again later when no worker is free: accepted messages go on waiting. */
    @Override
    public void onRefused() {
        LOG.debug(
                "no worker for one-way messages of {}",
                conversation.state().driver().remote());
        askLater();
    }

    private void askLater() {
        Services services = conversation.state().services();
        if (services.closed) {
            giveUp();
            return;
        }
        try {
            services.timers.schedule(this::askForWorker, AGAIN);
        } catch (RejectedExecutionException e) {
            LOG.debug(
                    "no timer for one-way messages of {}",
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

    private void askForWorker() {
        try {
            workers.execute(this);
        } catch (RejectedExecutionException e) {
            LOG.debug("the workers take nothing now", e);
            onRefused();
        }
    }

    private void work(boolean inPlace) {
        boolean over = false;
        try {
            for (int left = AT_A_TIME; left > 0 && !over; left--) {
                Incoming next = next(inPlace);
                if (next == null) {
                    over = true;
                } else {
                    conversation.handle(next, null);
                }
            }
        } finally {
            if (!over) {
                askForWorker();
            }
        }
    }

    /** The next message, or null if this thread is not to go on. */
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
            askForWorker();
        } else {
            askLater();
        }
        return null;
    }

    private boolean mayBeInPlace() {
        Incoming next = waiting.peek();
        return nonBlocking && next != null && next.isOneFragment();
    }

    /**
     * Drops the waiting messages: the runtime is closed, or the session is another process's, which has the durable
     * ones.
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
