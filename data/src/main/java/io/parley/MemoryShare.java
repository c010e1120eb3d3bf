package io.parley;

import io.netty.util.internal.PlatformDependent;

/** Defaults of limits that are shares of the JVM's maximum memory. */
enum MemoryShare {
    /**
     * Buffers of received content, and the same amount of content to be sent: together half of the direct memory. The
     * other half is for read-ahead, resend buffers and pooling.
     */
    BUFFERS("a quarter of the direct memory, at most 536,870,912") {
        @Override
        long bytes() {
            return Math.max(1, Math.min(MAX_BUFFERS, PlatformDependent.maxDirectMemory() / 4));
        }
    },
    /** Decoded objects: half of the heap. The other half is for applications and for responses. */
    OBJECTS("half of the heap") {
        @Override
        long bytes() {
            return Math.max(1, Runtime.getRuntime().maxMemory() / 2);
        }
    };

    private static final long MAX_BUFFERS = 512L * 1024 * 1024;

    private final String text;

    MemoryShare(String text) {
        this.text = text;
    }

    abstract long bytes();

    @Override
    public String toString() {
        return text;
    }
}
