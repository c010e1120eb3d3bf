package io.parley.transport.stream;

import java.util.concurrent.TimeUnit;

/**
 * Measures how fast the frame that is under way comes in. Pure: told bytes and the time, says whether it is too slow.
 * The rate counts from the end of the grace, so that a frame is never judged by a short stall.
 */
final class FrameRate {
    static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final long bytesPerSecond;
    private long since;
    private long bytes;
    private boolean underWay;

    FrameRate(long bytesPerSecond) {
        this.bytesPerSecond = bytesPerSecond;
    }

    /** A frame began with so many bytes. */
    void begin(long now, int count) {
        underWay = true;
        since = now;
        bytes = count;
    }

    void add(int count) {
        bytes += count;
    }

    /** The frame is whole. */
    void end() {
        underWay = false;
    }

    long bytesPerSecond() {
        return bytesPerSecond;
    }

    boolean isUnderWay() {
        return underWay;
    }

    /** Forgets the time so far, because this side did not read. */
    void restart(long now) {
        since = now;
        bytes = 0;
    }

    boolean isTooSlow(long now) {
        return underWay && bytes < due(now);
    }

    /** Returns the time until the next check, in nanoseconds from now: at the end of the grace, then every second. */
    long nextLook(long now) {
        return Math.max(since + GRACE_NANOS - now, 0) + TimeUnit.SECONDS.toNanos(1);
    }

    /** Describes the observed rate, for an error text. */
    String found(long now) {
        return bytes + " bytes in " + TimeUnit.NANOSECONDS.toSeconds(now - since) + " seconds";
    }

    private long due(long now) {
        long judged = Math.max(0, now - since - GRACE_NANOS);
        return (long) (bytesPerSecond * (judged / 1e9));
    }
}
