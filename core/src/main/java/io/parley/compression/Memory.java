package io.parley.compression;

/** Where what is kept, and what is expanded, is accounted before it is allocated. Thread-safe. */
public interface Memory {
    /** False if there is no room for so many bytes. */
    boolean tryReserve(long bytes);

    void release(long bytes);
}
