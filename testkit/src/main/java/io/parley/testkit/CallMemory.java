package io.parley.testkit;

import com.sun.management.ThreadMXBean;
import io.netty.util.ResourceLeakDetector;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a JVM allocates for one of many equal calls, client and server together. The JVM counts it to the byte, however
 * busy the machine is, so a test may set it a bound; how much of it the compiler saves depends on the JVM, so the bound
 * needs some room.
 */
public final class CallMemory {
    private static final int MEASURED = 500;

    private CallMemory() {}

    /** Bytes allocated per call on all threads that live, after some calls that are not counted. */
    public static long bytesPerCall(int warmUps, Runnable call) {
        ResourceLeakDetector.Level before = ResourceLeakDetector.getLevel();
        // A watched buffer costs many times what the call does.
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
        try {
            repeat(warmUps, call);
            Map<Long, Long> start = allocated();
            repeat(MEASURED, call);
            long sum = 0;
            for (Map.Entry<Long, Long> end : allocated().entrySet()) {
                @Nullable Long begun = start.get(end.getKey());
                sum += end.getValue() - (begun == null ? 0 : begun);
            }
            return sum / MEASURED;
        } finally {
            ResourceLeakDetector.setLevel(before);
        }
    }

    private static void repeat(int times, Runnable call) {
        for (int i = 0; i < times; i++) {
            call.run();
        }
    }

    private static Map<Long, Long> allocated() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long[] ids = threads.getAllThreadIds();
        long[] bytes = threads.getThreadAllocatedBytes(ids);
        Map<Long, Long> byThread = new HashMap<>();
        for (int i = 0; i < ids.length; i++) {
            byThread.put(ids[i], bytes[i]);
        }
        return byThread;
    }
}
