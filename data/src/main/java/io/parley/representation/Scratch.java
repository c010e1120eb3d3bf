package io.parley.representation;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Pool of arrays for copying text between strings and buffers, each borrowed for one call. Few arrays are shared by all
 * threads rather than kept per thread: thousands of threads may come and go, and none may keep a class loader alive. If
 * no array is free, a new one is allocated. Thread-safe.
 */
final class Scratch {
    /** Length of an array in bytes. */
    static final int BYTES = 8 * 1024;

    private static final int SLOTS = 16;
    /** Distance between slots, in references: a cache line, because neighbours are used by different threads. */
    private static final int SPACING = 16;

    private static final AtomicReferenceArray<byte[]> FREE = new AtomicReferenceArray<>(SLOTS * SPACING);

    private Scratch() {}

    static byte[] take() {
        byte[] free = FREE.getAndSet(slot(), null);
        return free == null ? new byte[BYTES] : free;
    }

    static void giveBack(byte[] scratch) {
        FREE.setRelease(slot(), scratch);
    }

    @SuppressWarnings("deprecation") // threadId() came with Java 19
    private static int slot() {
        return ((int) Thread.currentThread().getId() & (SLOTS - 1)) * SPACING;
    }
}
