package io.parley.bench.link;

/**
 * One direction of a link: computes the arrival time of the bytes that are sent. Has no clock of its own. Thread-safe.
 */
final class Wire {
    private final Link link;
    private long freeAt;

    /**
     * Creates a wire with no bytes in transit.
     *
     * @param now current time in nanoseconds, of the clock used in later calls
     */
    Wire(Link link, long now) {
        this.link = link;
        this.freeAt = now;
    }

    /** Queues bytes behind those already queued; returns the arrival time of the last byte. */
    synchronized long send(long now, int bytes) {
        long begin = freeAt - now > 0 ? freeAt : now;
        freeAt = begin + link.busyNanos(bytes);
        return freeAt + link.delay().toNanos();
    }
}
