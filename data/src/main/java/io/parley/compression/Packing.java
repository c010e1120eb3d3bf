package io.parley.compression;

import io.parley.representation.Sink;

/** Drain that compresses the content of one message. Belongs to one thread at a time. */
public interface Packing extends Sink.Drain {
    /** Releases its buffers, whether the message was completed or abandoned. Idempotent. */
    void discard();
}
