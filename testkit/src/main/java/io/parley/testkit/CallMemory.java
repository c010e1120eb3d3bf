package io.parley.testkit;

import com.sun.management.ThreadMXBean;
import io.netty.util.ResourceLeakDetector;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Measures the memory that a JVM allocates for one of many equal calls, client and server together. The JVM counts
 * allocated bytes exactly, however busy the machine is, so a test may assert a bound; leave some room, since escape
 * analysis differs between JVMs. Counts only the calling thread and threads whose names begin with {@code parley-}, and
 * returns the least of many batches, because background work of those threads may fall into some of them.
 */
public final class CallMemory {
    private static final int BATCHES = 200;
    /** Few calls, so that some batches meet no other work even if the machine is busy. */
    private static final int BATCH = 20;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private CallMemory() {}

    /**
     * Returns the bytes allocated per call on the calling thread and Parley's threads, after {@code warmUps} calls that
     * are not counted.
     */
    public static long bytesPerCall(int warmUps, Runnable call) {
        ResourceLeakDetector.Level before = ResourceLeakDetector.getLevel();
        // Leak tracking of a buffer costs many times what the call does.
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
        try {
            repeat(warmUps, call);
            return IntStream.range(0, BATCHES)
                            .mapToLong(batch -> ofBatch(call))
                            .min()
                            .orElseThrow()
                    / BATCH;
        } finally {
            ResourceLeakDetector.setLevel(before);
        }
    }

    private static long ofBatch(Runnable call) {
        Map<Long, Long> start = allocatedByOthers();
        long own = THREADS.getCurrentThreadAllocatedBytes();
        repeat(BATCH, call);
        long sum = THREADS.getCurrentThreadAllocatedBytes() - own;
        for (Map.Entry<Long, Long> end : allocatedByOthers().entrySet()) {
            @Nullable Long begun = start.get(end.getKey());
            sum += end.getValue() - (begun == null ? 0 : begun);
        }
        return sum;
    }

    private static void repeat(int times, Runnable call) {
        for (int i = 0; i < times; i++) {
            call.run();
        }
    }

    /** Returns the bytes that Parley's threads have allocated, by thread. */
    private static Map<Long, Long> allocatedByOthers() {
        long[] ids = Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
                .filter(CallMemory::counts)
                .mapToLong(ThreadInfo::getThreadId)
                .toArray();
        long[] bytes = THREADS.getThreadAllocatedBytes(ids);
        Map<Long, Long> byThread = new HashMap<>();
        for (int i = 0; i < ids.length; i++) {
            byThread.put(ids[i], bytes[i]);
        }
        return byThread;
    }

    /** Returns whether a thread is another one that is counted; {@code thread} is null if it has ended. */
    private static boolean counts(@Nullable ThreadInfo thread) {
        return thread != null
                && thread.getThreadId() != Thread.currentThread().getId()
                && thread.getThreadName().startsWith("parley-");
    }
}
