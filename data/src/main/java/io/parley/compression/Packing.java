package io.parley.compression;

import io.parley.representation.Sink;

/** A message's content on its way through a compression. One thread at a time. */
public interface Packing extends Sink.Drain {
    /** Releases what it holds, whether the message was completed or is given up. Idempotent. */
    void discard();
}
