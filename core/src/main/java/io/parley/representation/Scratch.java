package io.parley.representation;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Arrays through which text goes between strings and buffers, lent for as long as one call takes. There are few, shared
 * by all threads rather than kept by each: threads come and go by the thousand, and a class loader must not stay because
 * of one. Whoever finds none gets a new one. Thread-safe.
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
