package io.parley.runtime;

import io.parley.DaemonThreads;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Network;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Threads that look up stored sessions, separate from those of handlers: few, with a bounded queue that serves peers'
 * addresses in turn, an IPv6 network counting as one. Each session is looked up by one thread at a time. Background
 * tasks of this process run one at a time, and only while no peer waits. Thread-safe; no method blocks.
 */
final class Lookups {
    /** Maximum number of threads that an unresponsive store can block. */
    private static final int MOST_THREADS = 8;

    private static final long IDLE_SECONDS = 10;

    private final int most;
    private final int mostOfAddress;
    private final ThreadPoolExecutor threads;
    /** Tickets by address, the next to be served first. Guarded by this, as are all fields below. */
    private final Map<String, Deque<Ticket>> waiting = new LinkedHashMap<>();

    private final Deque<Ticket> background = new ArrayDeque<>();
    private final Set<String> sessions = new HashSet<>();
    private int waitingInAll;
    private int running;
    private boolean backgroundRunning;

    /** A look-up that waits for a thread or runs. */
    final class Ticket {
        private final String address;
        private final String session;
        private final Runnable search;
        private final boolean isBackground;

        private Ticket(String address, String session, Runnable search, boolean isBackground) {
            this.address = address;
            this.session = session;
            this.search = search;
            this.isBackground = isBackground;
        }

        /** Withdraws the ticket: a look-up that has not started never does. */
        void withdraw() {
            synchronized (Lookups.this) {
                Deque<Ticket> same = waiting.get(address);
                if (same != null && same.remove(this)) {
                    waitingInAll--;
                    if (same.isEmpty()) {
                        waiting.remove(address);
                    }
                }
            }
        }
    }

    Lookups(Limits limits) {
        this.most = limits.getInt(Limit.PENDING_CONNECTIONS);
        this.mostOfAddress = limits.getInt(Limit.PENDING_PER_ADDRESS);
        this.threads = new ThreadPoolExecutor(
                MOST_THREADS,
                MOST_THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                DaemonThreads.numbered("parley-lookup-"));
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Submits the look-up of a session that a peer waits for.
     *
     * @param host of the peer
     * @param search may block
     * @throws ParleyException {@code BUDGET} if too many wait
     */
    Ticket submit(String host, String session, Runnable search) {
        String address = Network.ofHost(host);
        Ticket ticket = new Ticket(address, session, search, false);
        synchronized (this) {
            Deque<Ticket> same = waiting.getOrDefault(address, new ArrayDeque<>());
            boolean fullOfAddress = same.size() >= mostOfAddress;
            if (fullOfAddress || waitingInAll >= most) {
                Limit limit = fullOfAddress ? Limit.PENDING_PER_ADDRESS : Limit.PENDING_CONNECTIONS;
                throw new ParleyException(
                        ErrorCode.BUDGET,
                        "RESUME: expected at most " + (fullOfAddress ? mostOfAddress : most)
                                + " sessions that are looked for" + (fullOfAddress ? " from one address" : "")
                                + ", found one more, try again; the setting is " + limit.setting());
            }
            same.add(ticket);
            waiting.put(address, same);
            waitingInAll++;
        }
        beginNext();
        return ticket;
    }

    /** Submits a background task for a session, to be run when no peer waits. */
    void whenIdle(String session, Runnable task) {
        synchronized (this) {
            background.add(new Ticket("", session, task, true));
        }
        beginNext();
    }

    /** Discards the waiting look-ups. */
    void close() {
        threads.shutdown();
        synchronized (this) {
            waiting.clear();
            background.clear();
            waitingInAll = 0;
        }
    }

    private void beginNext() {
        Ticket next;
        synchronized (this) {
            next = running < MOST_THREADS ? take() : null;
            if (next == null) {
                return;
            }
            running++;
            backgroundRunning |= next.isBackground;
            sessions.add(next.session);
        }
        try {
            threads.execute(() -> run(next));
        } catch (RejectedExecutionException e) {
            ended(next); // Closed: the end of the connection informs the peer.
        }
    }

    private void run(Ticket ticket) {
        try {
            ticket.search.run();
        } finally {
            ended(ticket);
            beginNext();
        }
    }

    private synchronized void ended(Ticket ticket) {
        sessions.remove(ticket.session);
        running--;
        backgroundRunning &= !ticket.isBackground;
    }

    private @Nullable Ticket take() {
        Iterator<Map.Entry<String, Deque<Ticket>>> turns = waiting.entrySet().iterator();
        while (turns.hasNext()) {
            Map.Entry<String, Deque<Ticket>> turn = turns.next();
            Ticket first = takeFrom(turn.getValue());
            if (first != null) {
                waitingInAll--;
                turns.remove();
                if (!turn.getValue().isEmpty()) {
                    waiting.put(first.address, turn.getValue());
                }
                return first;
            }
        }
        return backgroundRunning ? null : takeFrom(background);
    }

    private @Nullable Ticket takeFrom(Deque<Ticket> queue) {
        for (Iterator<Ticket> each = queue.iterator(); each.hasNext(); ) {
            Ticket ticket = each.next();
            if (!sessions.contains(ticket.session)) {
                each.remove();
                return ticket;
            }
        }
        return null;
    }
}
