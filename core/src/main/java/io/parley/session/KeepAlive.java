package io.parley.session;

import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.Limit;
import io.parley.ParleyException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Watchdog for a silent peer. It pings a peer from which nothing came for half of the keep-alive time, and at once when a
 * call ran out of time: the peer is then suspect until anything comes from it, and lost if nothing does for a short time
 * that the way to it accounts for.
 */
final class KeepAlive {
    /** Pings of one side that may be under way. */
    private static final int MOST_PINGS = 16;

    /** A peer that was heard of so lately is not suspect for a call that began before. */
    private static final long LATELY = TimeUnit.MILLISECONDS.toNanos(100);

    /**
     * Shortest time for the answer of a suspect peer; and the time for each {@link #QUEUED_BYTES} that went out before.
     */
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private static final int ROUND_TRIPS = 4;
    /** Divisor of a new round trip in the average (as in RFC 6298): one late answer raises it by an eighth at most. */
    private static final int SMOOTHING = 8;

    private static final long QUEUED_BYTES = 64 * 1024;
    private static final int MOST_DOUBLINGS = 10;

    /** Shortest time between two looks. */
    private static final long SHORTEST_LOOK = TimeUnit.MILLISECONDS.toNanos(1);

    private final long limitNanos;
    private final FrameWriter writer;
    private final SessionHost host;
    private final Effects effects;
    private final Deque<Ping> asked = new ArrayDeque<>();
    private long lastHeard;
    private long sentWhenHeard;
    /** Average round trip of pings; 0 before the first was answered. */
    private long roundTrip;

    private long body;
    /** Pings of the peer whose answers cannot have gone out yet. */
    private int unanswered;

    private boolean suspect;
    private long suspectUntil;
    /** Error by which a suspect peer that did not answer in time counts as lost; null unless there is one. */
    private @Nullable ParleyException silence;

    /** Number of times that happened since a ping was answered. */
    private int timesSilent;

    private record Ping(long body, long at, boolean isOfUser) {}

    KeepAlive(long limitNanos, FrameWriter writer, SessionHost host, long now) {
        this.limitNanos = limitNanos;
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

    /** Nanoseconds until {@link #look} has something to do, unless something is heard before. */
    long untilLook(long now) {
        long silent = now - lastHeard;
        boolean pings = asked.isEmpty() && silent < limitNanos / 2;
        long due = (pings ? limitNanos / 2 : limitNanos) - silent;
        boolean judges = suspect && silence == null;
        return Math.max(SHORTEST_LOOK, judges ? Math.min(due, suspectUntil - now) : due);
    }

    /**
     * Pings a peer that was silent for half of the time.
     *
     * @throws ParleyException {@code CONNECTION_LOST} for one that was for the whole, or was suspect for too long
     */
    void look(long now) {
        if (isOver(now)) {
            doubt();
            throw lost("session: expected a sign of life within " + limitNanos / 1_000_000
                    + " ms, found none; the setting is " + Limit.KEEP_ALIVE_MILLIS.setting());
        }
        if (suspect && silence == null && now - suspectUntil >= 0) {
            timesSilent++;
            silence = lost("session: expected a sign of life after a call ran out of time, found none for "
                    + (now - lastHeard) / 1_000_000 + " ms");
            throw silence;
        }
        if (now - lastHeard >= limitNanos / 2 && asked.isEmpty()) {
            ping(false, now);
        }
    }

    private static ParleyException lost(String text) {
        return new ParleyException(ErrorCode.CONNECTION_LOST, text);
    }

    /** Returns whether nothing came for the whole time. */
    boolean isOver(long now) {
        return now - lastHeard >= limitNanos;
    }

    /** Returns the error by which a suspect peer that did not answer in time counts as lost; null if there is none. */
    @Nullable
    ParleyException silence() {
        return silence;
    }

    /**
     * Suspects the peer after a call ran out of time and pings it, unless it was heard of lately.
     *
     * @param began when the call did
     * @param connected whether there is a connection to ping on; else the peer is suspect until there is one that works
     * @return whether {@link #look} is due earlier now
     */
    boolean suspect(long began, boolean connected, long now) {
        boolean isLately = lastHeard - began > 0 && now - lastHeard < LATELY;
        if (suspect || isLately) {
            return false;
        }
        doubt();
        suspectUntil = now + patience();
        if (connected && asked.isEmpty()) {
            ping(false, now);
        }
        return connected;
    }

    private void doubt() {
        if (!suspect) {
            suspect = true;
            effects.add(Effect.Handler::onSuspect);
        }
    }

    /**
     * Returns the time within which a suspect peer must answer; it includes the time of queued content before the ping.
     */
    private long patience() {
        long queued = (writer.bytes() - sentWhenHeard) / QUEUED_BYTES * SECOND;
        long least = Math.max(SECOND, ROUND_TRIPS * roundTrip) << Math.min(timesSilent, MOST_DOUBLINGS);
        return Math.min(limitNanos, least + queued);
    }

    /** Asks for a sign of life now; throws {@code LIMIT} if too many were asked for and not given. */
    void ping(boolean isOfUser, long now) {
        if (asked.size() >= MOST_PINGS) {
            throw new ParleyException(
                    ErrorCode.LIMIT,
                    "session: expected at most " + MOST_PINGS + " pings without an answer, found one more");
        }
        asked.add(new Ping(++body, now, isOfUser));
        writer.ping(body);
    }

    /** Repeats the open pings on another connection. */
    void onResumed(long now) {
        lastHeard = now;
        sentWhenHeard = writer.bytes();
        silence = null;
        suspectUntil = now + patience();
        unanswered = 0;
        for (int left = asked.size(); left > 0; left--) {
            Ping ping = asked.remove();
            asked.add(new Ping(ping.body(), now, ping.isOfUser()));
            writer.ping(ping.body());
        }
    }

    /** Resets the count of answers that may not be out: all are, or may be. */
    void onAnswersOut() {
        unanswered = 0;
    }

    /** Returns whether answers to pings may not be out. */
    @HotPath
    boolean hasAnswersOut() {
        return unanswered > 0;
    }

    /** Handles the end of a read; the answers to it go out if the channel is writable. */
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
        Ping oldest = asked.poll();
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
