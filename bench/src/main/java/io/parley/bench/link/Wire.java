package io.parley.bench.link;

/** One direction of a link: says when what is sent now will have arrived. It has no clock. Thread-safe. */
final class Wire {
    private final Link link;
    private long freeAt;

    /**
     * A wire on which nothing is under way.
     *
     * @param now in nanoseconds of the clock that it is used with
     */
    Wire(Link link, long now) {
        this.link = link;
        this.freeAt = now;
    }

    /** Puts bytes on the wire, behind those that are waiting; returns when the last of them arrives. */
    synchronized long send(long now, int bytes) {
        long begin = freeAt - now > 0 ? freeAt : now;
        freeAt = begin + link.busyNanos(bytes);
        return freeAt + link.delay().toNanos();
    }
}
