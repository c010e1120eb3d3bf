package io.parley.bench.transaction;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;

/**
 * What this JVM spends between beginning and end: processor time, allocation, and, by its flight recorder, which runs until this is
 * closed, pauses for garbage collection. Used by one thread.
 */
final class Effort implements AutoCloseable {
    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    private static final String PAUSE = "jdk.GCPhasePause";
    private static final double MICRO = 1_000;

    private final Recording always = recording();
    private final Map<Long, Long> allocatedByThread = new HashMap<>();
    private Recording now = always;
    private long processorTime;

    /** What was spent. */
    record Spent(double processorMicros, double allocatedBytes, double pausedMicros) {}

    private static Recording recording() {
        Recording begun = new Recording();
        begun.enable(PAUSE).withoutThreshold();
        begun.start();
        return begun;
    }

    void begin() {
        now = recording();
        allocatedByThread.clear();
        allocatedByThread.putAll(allocated());
        processorTime = PROCESS.getProcessCpuTime();
    }

    /** Once for each beginning. */
    Spent end() throws IOException {
        double processorMicros = (PROCESS.getProcessCpuTime() - processorTime) / MICRO;
        long bytes = 0;
        for (Map.Entry<Long, Long> thread : allocated().entrySet()) {
            bytes += thread.getValue() - allocatedByThread.getOrDefault(thread.getKey(), 0L);
        }
        try (Recording over = now) {
            over.stop();
            return new Spent(processorMicros, bytes, pausedMicros(over));
        }
    }

    private static Map<Long, Long> allocated() {
        long[] threads = THREADS.getAllThreadIds();
        long[] bytes = THREADS.getThreadAllocatedBytes(threads);
        Map<Long, Long> allocated = new HashMap<>();
        for (int i = 0; i < threads.length; i++) {
            allocated.put(threads[i], Math.max(0, bytes[i]));
        }
        return allocated;
    }

    private static double pausedMicros(Recording over) throws IOException {
        Path file = Files.createTempFile("parley-bench", ".jfr");
        try {
            over.dump(file);
            return RecordingFile.readAllEvents(file).stream()
                    .filter(event -> event.getEventType().getName().equals(PAUSE))
                    .mapToDouble(event -> event.getDuration().toNanos() / MICRO)
                    .sum();
        } finally {
            Files.delete(file);
        }
    }

    @Override
    public void close() {
        always.close();
    }
}
