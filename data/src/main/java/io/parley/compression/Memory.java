package io.parley.compression;

/** Account of kept and expanded bytes, checked before they are allocated. Thread-safe. */
public interface Memory {
    /** False if there is no room for so many bytes. */
    boolean tryReserve(long bytes);

    /** Gives back bytes that {@link #tryReserve} took. */
    void release(long bytes);
}
