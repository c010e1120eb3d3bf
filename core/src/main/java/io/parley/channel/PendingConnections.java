package io.parley.channel;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The pending connections of a listener: those that were not yet accepted by a session. A limited number per address,
 * and in all, is served at a time; the others wait unread and are served in order. While some wait, a served connection
 * that is silent is closed after a fifth of {@code open-millis}. Once one has waited for half of {@code open-millis},
 * silent connections are closed at once and others soon, so that a peer that holds idle connections cannot keep others
 * out for longer than {@code open-millis}. Thread-safe; the connections are called outside the lock.
 */
public final class PendingConnections {
    /** Interval at which the deadlines of served connections are checked while others wait. */
    public static final Duration CHECK_INTERVAL = Duration.ofMillis(5);

    private static final int MOST_WAITING = 1024;
    /** Maximum number of waiting connections of one address per served one: as many as can be served in time. */
    private static final int MOST_BEHIND = 100;

    /** Divisors of the time to open that give the shorter deadlines which apply while others wait. */
    private static final int SILENT_SHARE = 5;

    private static final int WAITING_SHARE = 2;
    private static final int OPENING_SHARE = 20;
    /** Minimum of these deadlines: a peer that opens a session sends at once. */
    private static final long SHORTEST_NANOS = 2 * CHECK_INTERVAL.toNanos();

    private final int mostInAll;
    private final int mostOfAddress;
    private final long openNanos;
    private final LongSupplier nanoTime;
    private final Consumer<Runnable> later;

    /** Served and waiting connections, oldest first. Guarded by this, as are all fields below. */
    private final Map<Candidate, Place> served = new LinkedHashMap<>();

    private final Map<Candidate, Place> waiting = new LinkedHashMap<>();
    private final Map<String, Origin> origins = new HashMap<>();
    /** Origins that have waiting connections, in round-robin order. */
    private final Set<Origin> turns = new LinkedHashSet<>();

    private boolean checkScheduled;
    private boolean closed;

    /**
     * A connection that is not accepted yet. Its methods may be called by any thread, at most once unless documented
     * otherwise.
     */
    public interface Candidate {
        /** Starts reading. */
        void begin();

        /** Returns whether the connection has received no bytes so far. May be called repeatedly; never blocks. */
        boolean isSilent();

        /**
         * Closes the connection, unless it was accepted in the meantime.
         *
         * @param why reason, for the handler and the logs
         */
        void end(ParleyException why);
    }

    /** The network that connections came from, with its served and waiting connections. */
    private static final class Origin {
        final String network;
        final Set<Candidate> served = new LinkedHashSet<>();
        final Set<Candidate> waiting = new LinkedHashSet<>();

        Origin(String network) {
            this.network = network;
        }
    }

    private static final class Place {
        final Origin origin;
        final long since;
        int checksDue;

        Place(Origin origin, long since) {
            this.origin = origin;
            this.since = since;
        }
    }

    /**
     * Creates the pending connections of one listener.
     *
     * @param nanoTime the listener's clock, in nanoseconds
     * @param later runs a task once, after {@link #CHECK_INTERVAL}
     */
    public PendingConnections(Limits limits, LongSupplier nanoTime, Consumer<Runnable> later) {
        this.mostInAll = limits.getInt(Limit.PENDING_CONNECTIONS);
        this.mostOfAddress = limits.getInt(Limit.PENDING_PER_ADDRESS);
        this.openNanos = TimeUnit.MILLISECONDS.toNanos(limits.get(Limit.OPEN_MILLIS));
        this.nanoTime = nanoTime;
        this.later = later;
    }

    /**
     * Adds a connection, which is served now, queued, or closed if too many wait.
     *
     * @param from address of the peer
     */
    public void add(Candidate candidate, InetAddress from) {
        add(candidate, Network.of(from));
    }

    /** Adds a connection from a network, which is served now, queued, or closed if too many wait. */
    void add(Candidate candidate, String network) {
        List<Runnable> calls = new ArrayList<>();
        synchronized (this) {
            Origin origin = origins.computeIfAbsent(network, Origin::new);
            if (closed) {
                calls.add(() -> candidate.end(listenerClosed()));
            } else if (!isFull() && origin.served.size() < mostOfAddress && origin.waiting.isEmpty()) {
                serve(candidate, origin, calls);
            } else {
                await(candidate, origin, calls);
            }
            forget(origin);
        }
        calls.forEach(Runnable::run);
    }

    /** Returns whether as many connections are served as {@code PENDING_CONNECTIONS} allows. */
    synchronized boolean isFull() {
        return served.size() >= mostInAll;
    }

    /** Removes a connection that was accepted or closed, and serves the next ones. Idempotent. */
    public void remove(Candidate candidate) {
        List<Runnable> calls = new ArrayList<>();
        synchronized (this) {
            dequeue(candidate);
            serveNext(calls);
        }
        calls.forEach(Runnable::run);
    }

    /** Closes all waiting connections and refuses new ones. Called when the listener is closed. */
    public void close() {
        List<Runnable> calls = new ArrayList<>();
        synchronized (this) {
            closed = true;
            for (Candidate each : List.copyOf(waiting.keySet())) {
                dequeue(each);
                calls.add(() -> each.end(listenerClosed()));
            }
        }
        calls.forEach(Runnable::run);
    }

    /** Returns the number of served and waiting connections. */
    public synchronized int size() {
        return served.size() + waiting.size();
    }

    private void serve(Candidate candidate, Origin origin, List<Runnable> calls) {
        served.put(candidate, new Place(origin, nanoTime.getAsLong()));
        origin.served.add(candidate);
        calls.add(candidate::begin);
    }

    private void await(Candidate candidate, Origin origin, List<Runnable> calls) {
        long mostBehind = (long) MOST_BEHIND * mostOfAddress;
        if (origin.waiting.size() >= mostBehind) {
            closeOldest(origin, mostBehind, calls);
        } else if (waiting.size() >= MOST_WAITING) {
            closeOldest(originWithMostWaiting(), MOST_WAITING, calls);
        }
        origins.put(origin.network, origin);
        waiting.put(candidate, new Place(origin, nanoTime.getAsLong()));
        origin.waiting.add(candidate);
        turns.add(origin);
        if (!checkScheduled) {
            checkScheduled = true;
            calls.add(() -> later.accept(this::checkDeadlines));
        }
    }

    private void closeOldest(Origin origin, long most, List<Runnable> calls) {
        Candidate longest = origin.waiting.iterator().next();
        dequeue(longest);
        calls.add(
                () -> longest.end(timedOut("at most " + most + " connections that wait to be served, found one more")));
    }

    private Origin originWithMostWaiting() {
        return Collections.max(turns, Comparator.comparingInt(origin -> origin.waiting.size()));
    }

    private void dequeue(Candidate candidate) {
        Place place = served.remove(candidate);
        if (place == null) {
            place = waiting.remove(candidate);
        }
        if (place != null) {
            Origin origin = place.origin;
            origin.served.remove(candidate);
            origin.waiting.remove(candidate);
            if (origin.waiting.isEmpty()) {
                turns.remove(origin);
            }
            forget(origin);
        }
    }

    private void forget(Origin origin) {
        if (origin.served.isEmpty() && origin.waiting.isEmpty()) {
            origins.remove(origin.network);
        }
    }

    /** Serves waiting connections while there is room, one address after the other. */
    private void serveNext(List<Runnable> calls) {
        while (!isFull()) {
            Origin next = nextOrigin();
            if (next == null) {
                return;
            }
            Candidate first = next.waiting.iterator().next();
            next.waiting.remove(first);
            waiting.remove(first);
            turns.remove(next);
            if (!next.waiting.isEmpty()) {
                turns.add(next);
            }
            serve(first, next, calls);
        }
    }

    private @Nullable Origin nextOrigin() {
        for (Origin each : turns) {
            if (each.served.size() < mostOfAddress) {
                return each;
            }
        }
        return null;
    }

    private void checkDeadlines() {
        List<Runnable> calls = new ArrayList<>();
        synchronized (this) {
            long now = nanoTime.getAsLong();
            endWaiting(now, calls);
            for (Origin each : turns) {
                if (each.served.size() >= mostOfAddress) {
                    endServed(each.served, each.waiting, now, Limit.PENDING_PER_ADDRESS, calls);
                }
            }
            if (isFull()) {
                endServed(served.keySet(), waiting.keySet(), now, Limit.PENDING_CONNECTIONS, calls);
            }
            checkScheduled = !waiting.isEmpty();
            if (checkScheduled) {
                calls.add(() -> later.accept(this::checkDeadlines));
            }
        }
        calls.forEach(Runnable::run);
    }

    private void endWaiting(long now, List<Runnable> calls) {
        while (!waiting.isEmpty()) {
            Map.Entry<Candidate, Place> longest = waiting.entrySet().iterator().next();
            if (now - longest.getValue().since < openNanos) {
                return;
            }
            Candidate one = longest.getKey();
            dequeue(one);
            calls.add(() -> one.end(timedOut("to be served within " + openNanos / 1_000_000 + " ms; the setting is "
                    + Limit.OPEN_MILLIS.setting())));
        }
    }

    /** Closes served connections whose time is up while others wait; their places become free when they are removed. */
    private void endServed(Set<Candidate> among, Set<Candidate> behind, long now, Limit limit, List<Runnable> calls) {
        int left = behind.size();
        if (left == 0) {
            return;
        }
        Place longest = place(waiting, behind.iterator().next());
        boolean isUrgent = now - longest.since >= openNanos / WAITING_SHARE;
        for (Candidate each : among) {
            Place place = place(served, each);
            if (left == 0 || now - place.since < share(each.isSilent(), isUrgent)) {
                continue;
            }
            left--;
            // What came meanwhile may still have to be read, should this process have been held up.
            place.checksDue++;
            if (place.checksDue == 2) {
                int others = behind.size();
                calls.add(() -> each.end(timedOut(
                        "to open at once while " + others + " others wait; the setting is " + limit.setting())));
            }
        }
    }

    private long share(boolean isSilent, boolean isUrgent) {
        if (isSilent) {
            return isUrgent ? SHORTEST_NANOS : openNanos / SILENT_SHARE;
        }
        return isUrgent ? openNanos / OPENING_SHARE : Long.MAX_VALUE;
    }

    private static Place place(Map<Candidate, Place> among, Candidate candidate) {
        return Objects.requireNonNull(among.get(candidate));
    }

    private static ParleyException timedOut(String expected) {
        return new ParleyException(ErrorCode.OPEN_TIMEOUT, "closed before it opened a session: expected " + expected);
    }

    private static ParleyException listenerClosed() {
        return new ParleyException(ErrorCode.GOING_AWAY, "the listener is closed");
    }
}
