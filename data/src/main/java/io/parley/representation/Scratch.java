package io.parley.representation;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Pool of arrays for copying text between strings and buffers, each lent for one call. There are few, shared by all
 * threads rather than kept per thread: threads come and go by the thousand, and must not keep a class loader alive. A
 * caller that finds none gets a new one. Thread-safe.
 */
final class Scratch {
    /** Length of an array. */
    static final int BYTES = 8 * 1024;

    private static final int PLACES = 16;
    /** References in a cache line: neighbours are used by different threads. */
    private static final int APART = 16;

    private static final AtomicReferenceArray<byte[]> FREE = new AtomicReferenceArray<>(PLACES * APART);

    private Scratch() {}

    static byte[] take() {
        byte[] free = FREE.getAndSet(place(), null);
        return free == null ? new byte[BYTES] : free;
    }

    static void giveBack(byte[] scratch) {
        FREE.setRelease(place(), scratch);
    }

    @SuppressWarnings("deprecation") // threadId() came with Java 19
    private static int place() {
        return ((int) Thread.currentThread().getId() & (PLACES - 1)) * APART;
    }
}
