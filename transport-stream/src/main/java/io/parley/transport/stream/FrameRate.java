package io.parley.transport.stream;

import java.util.concurrent.TimeUnit;

/**
 * Measures how fast the current frame arrives. Pure: it is given byte counts and times, and decides whether the frame
 * is too slow. The rate counts from the end of a grace period, so that a short stall does not fail a frame.
 */
final class FrameRate {
    static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final long bytesPerSecond;
    private long since;
    private long bytes;
    private boolean active;

    FrameRate(long bytesPerSecond) {
        this.bytesPerSecond = bytesPerSecond;
    }

    /** Starts a frame of which {@code count} bytes have arrived. */
    void begin(long now, int count) {
        active = true;
        since = now;
        bytes = count;
    }

    void add(int count) {
        bytes += count;
    }

    /** Ends the frame, which is complete. */
    void end() {
        active = false;
    }

    long bytesPerSecond() {
        return bytesPerSecond;
    }

    boolean isActive() {
        return active;
    }

    /** Starts measuring anew, because this side did not read for some time. */
    void restart(long now) {
        since = now;
        bytes = 0;
    }

    boolean isTooSlow(long now) {
        return active && bytes < expectedBytes(now);
    }

    /** Returns the time until the next check, in nanoseconds from now: at the end of the grace, then every second. */
    long nextCheck(long now) {
        return Math.max(since + GRACE_NANOS - now, 0) + TimeUnit.SECONDS.toNanos(1);
    }

    /** Describes the observed rate, for an error text. */
    String found(long now) {
        return bytes + " bytes in " + TimeUnit.NANOSECONDS.toSeconds(now - since) + " seconds";
    }

    private long expectedBytes(long now) {
        long judged = Math.max(0, now - since - GRACE_NANOS);
        return (long) (bytesPerSecond * (judged / 1e9));
    }
}
