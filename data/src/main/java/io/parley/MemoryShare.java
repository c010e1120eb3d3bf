package io.parley;

import io.netty.util.internal.PlatformDependent;

/** Shares of the memory that this JVM may have at most, as defaults of limits. */
enum MemoryShare {
    /**
     * Buffers of what is received, and as many of what waits to be sent: half of the direct memory together. The other half is
     * for what is read ahead, kept to be sent again, and pooled.
     */
    BUFFERS("a quarter of the direct memory, at most 536,870,912") {
        @Override
        long bytes() {
            return Math.max(1, Math.min(MOST_BUFFERS, PlatformDependent.maxDirectMemory() / 4));
        }
    },
    /** Objects: half of the heap. The other half is for applications, and for answers. */
    OBJECTS("half of the heap") {
        @Override
        long bytes() {
            return Math.max(1, Runtime.getRuntime().maxMemory() / 2);
        }
    };

    private static final long MOST_BUFFERS = 512L * 1024 * 1024;

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
