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
 * Threads on which stored sessions are looked for, apart from those that handlers run on: few, with a bounded queue in which
 * addresses take turns, an IPv6 network being one. One session is looked for by one of them at a time. What the process wants to find
 * by itself comes when nobody waits, one after the other: the processor is for those who come. Thread-safe; no method blocks.
 */
final class Lookups {
    /** A store that stands still holds no more threads than that. */
    private static final int MOST_THREADS = 8;

    private static final long IDLE_SECONDS = 10;

    private final int most;
    private final int mostOfAddress;
    private final ThreadPoolExecutor threads;
    /** Tickets by address, the one whose turn is next first. Guarded by this, as are all fields below. */
    private final Map<String, Deque<Ticket>> waiting = new LinkedHashMap<>();

    private final Deque<Ticket> unhurried = new ArrayDeque<>();
    private final Set<String> sessions = new HashSet<>();
    private int waitingInAll;
    private int atWork;
    private boolean unhurriedAtWork;

    /** A search that waits for a thread or has one. */
    final class Ticket {
        private final String address;
        private final String session;
        private final Runnable search;
        private final boolean isUnhurried;

        private Ticket(String address, String session, Runnable search, boolean isUnhurried) {
            this.address = address;
            this.session = session;
            this.search = search;
            this.isUnhurried = isUnhurried;
        }

        /** Withdraws the ticket: a search that was not begun never is. */
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
     * Submits the search for a session that a peer waits for.
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

    /** Runs a task for a session when no peer waits for another. */
    void whenIdle(String session, Runnable task) {
        synchronized (this) {
            unhurried.add(new Ticket("", session, task, true));
        }
        beginNext();
    }

    /** Drops the waiting searches. */
    void close() {
        threads.shutdown();
        synchronized (this) {
            waiting.clear();
            unhurried.clear();
            waitingInAll = 0;
        }
    }

    private void beginNext() {
        Ticket next;
        synchronized (this) {
            next = atWork < MOST_THREADS ? take() : null;
            if (next == null) {
                return;
            }
            atWork++;
            unhurriedAtWork |= next.isUnhurried;
            sessions.add(next.session);
        }
        try {
            threads.execute(() -> run(next));
        } catch (RejectedExecutionException e) {
            ended(next); // Closed: who waits is told by the end of the connection.
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
        atWork--;
        unhurriedAtWork &= !ticket.isUnhurried;
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
        return unhurriedAtWork ? null : takeFrom(unhurried);
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
