package io.parley.examples.soak;

import com.sun.management.UnixOperatingSystemMXBean;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.internal.PlatformDependent;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;

/**
 * What the process holds while nothing is under way.
 *
 * @param seconds of work since the beginning
 * @param heap bytes after garbage was collected
 * @param direct bytes of memory outside of the heap, with what pools keep for later
 * @param pinned bytes of buffers that were taken from the pool and not given back
 * @param descriptors files and sockets that are open; 0 where the machine does not say
 * @param threads that live
 * @param sessions that are open at the services
 * @param reserved bytes that sessions hold of messages
 */
record Resources(
        long seconds,
        long heap,
        long direct,
        long pinned,
        long descriptors,
        long threads,
        long sessions,
        long reserved) {
    /** What is judged, and how much more of it than at the beginning is no drift: buffers of one chunk, pools that fill. */
    enum Kind {
        HEAP(12L << 20, true),
        DIRECT(32L << 20, true),
        PINNED(2L << 20, false),
        DESCRIPTORS(16, true),
        THREADS(24, true),
        SESSIONS(4, false),
        RESERVED(2L << 20, false);

        /** In its unit. */
        final long allowance;
        /** Whether pools, caches or collectors keep some of it, which takes minutes to settle. */
        final boolean fills;

        Kind(long allowance, boolean fills) {
            this.allowance = allowance;
            this.fills = fills;
        }

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Resources now(long seconds, List<? extends Talk> talks) {
        System.gc();
        System.gc();
        return new Resources(
                seconds,
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                directNow(),
                PooledByteBufAllocator.DEFAULT.pinnedDirectMemory(),
                ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                        ? unix.getOpenFileDescriptorCount()
                        : 0,
                ManagementFactory.getThreadMXBean().getThreadCount(),
                talks.stream().mapToInt(Talk::sessions).sum(),
                talks.stream().mapToLong(Talk::reserved).sum());
    }

    private static long directNow() {
        long ofJdk = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
        return ofJdk + Math.max(0, PlatformDependent.usedDirectMemory());
    }

    long of(Kind kind) {
        return switch (kind) {
            case HEAP -> heap;
            case DIRECT -> direct;
            case PINNED -> pinned;
            case DESCRIPTORS -> descriptors;
            case THREADS -> threads;
            case SESSIONS -> sessions;
            case RESERVED -> reserved;
        };
    }

    String toJson() {
        StringBuilder json = new StringBuilder("{\"seconds\":").append(seconds);
        for (Kind kind : Kind.values()) {
            json.append(",\"").append(kind.label()).append("\":").append(of(kind));
        }
        return json.append('}').toString();
    }
}
