package io.parley.bench.transaction;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** What a JVM spends: processor time, allocation, and, by its flight recorder, pauses for garbage collection. */
final class Effort implements AutoCloseable {
    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    private static final String PAUSE = "jdk.GCPhasePause";
    private static final double MICRO = 1_000;

    private final Recording recording = new Recording();
    private final Map<Long, Long> allocatedByThread = new HashMap<>();
    private long processorTime;

    /** A pause of the whole JVM. */
    record Pause(Instant begin, double micros) {}

    /** Spent since the last {@link #begin}. */
    record Spent(double processorMicros, double allocatedBytes) {}

    Effort() {
        recording.enable(PAUSE).withoutThreshold();
        recording.start();
    }

    void begin() {
        processorTime = PROCESS.getProcessCpuTime();
        allocatedByThread.clear();
        allocatedByThread.putAll(allocated());
    }

    Spent end() {
        long bytes = 0;
        for (Map.Entry<Long, Long> thread : allocated().entrySet()) {
            bytes += thread.getValue() - allocatedByThread.getOrDefault(thread.getKey(), 0L);
        }
        return new Spent((PROCESS.getProcessCpuTime() - processorTime) / MICRO, bytes);
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

    /** All pauses so far. */
    List<Pause> pauses() throws IOException {
        Path file = Files.createTempFile("parley-bench", ".jfr");
        try {
            recording.dump(file);
            List<Pause> pauses = new ArrayList<>();
            for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
                if (event.getEventType().getName().equals(PAUSE)) {
                    pauses.add(new Pause(event.getStartTime(), micros(event.getDuration())));
                }
            }
            return pauses;
        } finally {
            Files.delete(file);
        }
    }

    private static double micros(Duration duration) {
        return duration.toNanos() / MICRO;
    }

    @Override
    public void close() {
        recording.close();
    }
}
