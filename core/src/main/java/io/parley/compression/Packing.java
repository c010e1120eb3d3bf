package io.parley.compression;

import io.parley.representation.Sink;

/** A message's content on its way through a compression. One thread at a time. */
public interface Packing extends Sink.Drain {
    /** It will not be completed, or was: gives up what is held. Idempotent. */
    void discard();
}
