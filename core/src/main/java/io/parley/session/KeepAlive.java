package io.parley.session;

import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Watchdog for a silent peer. Pings the peer after half of the keep-alive time without a frame, and at once when a call
 * timed out: the peer is then suspect until something is received, and counts as lost after a short time that is
 * derived from the round trip.
 */
final class KeepAlive {
    /** Maximum number of unanswered pings of one side. */
    private static final int MOST_PINGS = 16;

    /** Time in which a frame must have been received for the peer not to become suspect when a call times out. */
    private static final long LATELY = TimeUnit.MILLISECONDS.toNanos(100);

    /**
     * Minimum time for the answer of a suspect peer; also added for each {@link #QUEUED_BYTES} sent before the ping.
     */
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private static final int ROUND_TRIPS = 4;
    /** Divisor of a new round trip in the average (as in RFC 6298): one late answer raises it by an eighth at most. */
    private static final int SMOOTHING = 8;

    private static final long QUEUED_BYTES = 64 * 1024;
    private static final int MOST_DOUBLINGS = 10;

    /** Minimum time between two checks. */
    private static final long SHORTEST_LOOK = TimeUnit.MILLISECONDS.toNanos(1);

    /**
     * Minimum time of silence in measured round trips. The ping is sent after half of it; the other half is enough for
     * a ping that is lost twice, since a channel resends after more than one round trip, and then after twice that
     * time.
     */
    private static final int ROUND_TRIPS_OF_SILENCE = 12;

    /** Time of silence after which the peer is lost, unless round trips are long. */
    private final long shortestNanos;

    private final long longestNanos;
    private final FrameWriter writer;
    private final SessionHost host;
    private final Effects effects;
    private final Deque<Ping> pending = new ArrayDeque<>();
    private long lastHeard;
    private long sentWhenHeard;
    /** Average round trip of pings; 0 before the first was answered. */
    private long roundTrip;

    private long body;
    /** Number of the peer's pings whose answers may not have been sent yet. */
    private int unanswered;

    private boolean suspect;
    private long suspectUntil;
    /** Error that reports a suspect peer without an answer as lost; null if there is none. */
    private @Nullable ParleyException silence;

    /** Number of such errors since a ping was answered. */
    private int timesSilent;

    private record Ping(long body, long at, boolean isOfUser) {}

    KeepAlive(SessionSettings settings, Limits ofSession, FrameWriter writer, SessionHost host, long now) {
        this.shortestNanos = settings.keepAliveNanos(ofSession);
        this.longestNanos = settings.longestKeepAliveNanos(ofSession);
        this.writer = writer;
        this.host = host;
        this.effects = host.effects();
        this.lastHeard = now;
    }

    @HotPath
    void heard(long now) {
        lastHeard = now;
        sentWhenHeard = writer.bytes();
        if (suspect) {
            suspect = false;
            silence = null;
            effects.add(Effect.Handler::onTrusted);
        }
    }

    /** Returns the nanoseconds until {@link #checkPeer} is due, unless something is received before. */
    long untilPeerCheck(long now) {
        long silent = now - lastHeard;
        long limitNanos = limitNanos();
        boolean pings = pending.isEmpty() && silent < limitNanos / 2;
        long due = (pings ? limitNanos / 2 : limitNanos) - silent;
        boolean judges = suspect && silence == null;
        return Math.max(SHORTEST_LOOK, judges ? Math.min(due, suspectUntil - now) : due);
    }

    /**
     * Pings a peer that was silent for half of the keep-alive time.
     *
     * @throws ParleyException {@code CONNECTION_LOST} if it was silent for the whole time, or was suspect for too long
     */
    void checkPeer(long now) {
        long limitNanos = limitNanos();
        if (now - lastHeard >= limitNanos) {
            markSuspect();
            throw lost("session: expected a sign of life within " + limitNanos / 1_000_000
                    + " ms, found none; the setting is " + Limit.KEEP_ALIVE_MILLIS.setting());
        }
        if (suspect && silence == null && now - suspectUntil >= 0) {
            timesSilent++;
            silence = lost("session: expected a sign of life after a call ran out of time, found none for "
                    + (now - lastHeard) / 1_000_000 + " ms");
            throw silence;
        }
        if (now - lastHeard >= limitNanos / 2 && pending.isEmpty()) {
            ping(false, now);
        }
    }

    private static ParleyException lost(String text) {
        return new ParleyException(ErrorCode.CONNECTION_LOST, text);
    }

    /** Returns whether nothing was received for the whole keep-alive time. */
    boolean isOver(long now) {
        return now - lastHeard >= limitNanos();
    }

    private long limitNanos() {
        return shortestNanos == longestNanos
                ? longestNanos
                : Math.min(
                        longestNanos,
                        Math.max(
                                shortestNanos,
                                ROUND_TRIPS_OF_SILENCE * host.datagrams().roundTripNanos()));
    }

    /** Returns the error that reports a suspect peer without an answer as lost; null if there is none. */
    @Nullable
    ParleyException silence() {
        return silence;
    }

    /**
     * Marks the peer as suspect after a call timed out, and pings it, unless something was received recently.
     *
     * @param began start of the call, in nanoseconds
     * @param connected true if there is a connection to ping on; otherwise the peer is suspect until there is a working
     *     one
     * @return true if {@link #checkPeer} is due earlier now
     */
    boolean suspect(long began, boolean connected, long now) {
        boolean isLately = lastHeard - began > 0 && now - lastHeard < LATELY;
        if (suspect || isLately) {
            return false;
        }
        markSuspect();
        suspectUntil = now + answerTimeout();
        if (connected && pending.isEmpty()) {
            ping(false, now);
        }
        return connected;
    }

    private void markSuspect() {
        if (!suspect) {
            suspect = true;
            effects.add(Effect.Handler::onSuspect);
        }
    }

    /**
     * Returns the time in nanoseconds within which a suspect peer must answer, including the time for content queued
     * before the ping.
     */
    private long answerTimeout() {
        long queued = (writer.bytes() - sentWhenHeard) / QUEUED_BYTES * SECOND;
        long least = Math.max(SECOND, ROUND_TRIPS * roundTrip) << Math.min(timesSilent, MOST_DOUBLINGS);
        return Math.min(limitNanos(), least + queued);
    }

    /** Sends a ping; throws {@code LIMIT} if too many are unanswered. */
    void ping(boolean isOfUser, long now) {
        if (pending.size() >= MOST_PINGS) {
            throw new ParleyException(
                    ErrorCode.LIMIT,
                    "session: expected at most " + MOST_PINGS + " pings without an answer, found one more");
        }
        pending.add(new Ping(++body, now, isOfUser));
        writer.ping(body);
    }

    /** Repeats the unanswered pings on another connection. */
    void onResumed(long now) {
        lastHeard = now;
        sentWhenHeard = writer.bytes();
        silence = null;
        suspectUntil = now + answerTimeout();
        unanswered = 0;
        for (int left = pending.size(); left > 0; left--) {
            Ping ping = pending.remove();
            pending.add(new Ping(ping.body(), now, ping.isOfUser()));
            writer.ping(ping.body());
        }
    }

    /** Resets the count of unsent answers, because the channel is writable. */
    void onAnswersOut() {
        unanswered = 0;
    }

    /** Returns whether answers to pings may not have been sent. */
    @HotPath
    boolean hasAnswersOut() {
        return unanswered > 0;
    }

    /** Handles the end of a read; answers to it are sent if the channel is writable. */
    @HotPath
    void onReadComplete() {
        if (unanswered > 0 && host.isWritable()) {
            unanswered = 0;
        }
    }

    void onPing(long theirs) {
        unanswered++;
        if (unanswered > MOST_PINGS) {
            throw new ParleyException(
                    ErrorCode.ENHANCE_CALM,
                    "PING: expected at most " + MOST_PINGS
                            + " of the peer that wait for their answers, found one more");
        }
        writer.pong(theirs);
    }

    void onPong(long found, long now) {
        Ping oldest = pending.poll();
        if (oldest == null || found != oldest.body()) {
            throw new ParleyException(
                    ErrorCode.PROTOCOL, "PONG: expected the answer to a ping of this side, found another");
        }
        long took = now - oldest.at();
        roundTrip = roundTrip == 0 ? took : roundTrip + (took - roundTrip) / SMOOTHING;
        timesSilent = 0;
        if (oldest.isOfUser()) {
            effects.add(Effect.Handler::onPong);
        }
    }
}
