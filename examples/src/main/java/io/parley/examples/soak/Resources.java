package io.parley.examples.soak;

import com.sun.management.UnixOperatingSystemMXBean;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.internal.PlatformDependent;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;

/**
 * Resources held by the process while no work is in progress.
 *
 * @param seconds seconds of work since the start
 * @param heap used heap in bytes after garbage collection
 * @param direct direct memory in bytes, including pooled buffers
 * @param pinned bytes of pooled buffers that are not released
 * @param descriptors open files and sockets; 0 if the platform does not report them
 * @param threads live threads
 * @param sessions open sessions at the services
 * @param reserved bytes that sessions hold for messages
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
    /** Resource to check, and its growth that is not drift: buffers of one chunk, pools that fill. */
    enum Kind {
        HEAP(12L << 20, true),
        DIRECT(32L << 20, true),
        PINNED(2L << 20, false),
        DESCRIPTORS(16, true),
        THREADS(24, true),
        SESSIONS(4, false),
        RESERVED(2L << 20, false);

        /** Allowed growth, in the unit of the resource. */
        final long allowance;
        /** True if pools, caches or collectors retain some of it, which takes minutes to settle. */
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
