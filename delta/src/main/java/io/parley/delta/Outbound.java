package io.parley.delta;

import io.parley.representation.Sink;

/** A request or answer that is about to go out: exactly one of both methods, once. */
interface Outbound {
    /** The most bytes of content for which {@link #write} is to be used. */
    int most();

    /**
     * Writes the message: as a difference, if that is smaller, or as it is.
     *
     * @param content all of it; now this object's, it may be kept
     */
    void write(byte[] content, Sink out);

    /** Writes what stands in front of content that is too long to be kept; the content is to follow as it is. */
    void writeHead(Sink out);
}
