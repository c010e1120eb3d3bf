package io.parley.compression;

/** Budget of stored and decompressed bytes, which are reserved before they are allocated. Thread-safe. */
public interface Memory {
    /** Reserves bytes. Returns false, and reserves nothing, if that many are not available. */
    boolean tryReserve(long bytes);

    /** Returns bytes that {@link #tryReserve} reserved. */
    void release(long bytes);
}
