package io.parley.delta;

import io.parley.representation.Sink;

/** Request or answer about to be sent. Exactly one of both write methods is called, once. */
interface Outbound {
    /** Returns the maximum bytes of content for which {@link #write} is to be used. */
    int maxBytes();

    /**
     * Writes the message, as a difference if that is smaller.
     *
     * @param content the complete content; this object owns it and may keep it
     */
    void write(byte[] content, Sink out);

    /** Writes the head of content that is too long to be kept; the content follows unchanged. */
    void writeHead(Sink out);
}
