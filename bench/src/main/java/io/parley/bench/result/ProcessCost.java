package io.parley.bench.result;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Measurement of the cost of this process: processor time of all threads, how often each thread went to sleep
 * (voluntary context switches, as Linux counts them), and the bytes that each allocated. Other load on the machine
 * affects these figures less than times. Sleeps take longest to read, so they are read first at the beginning and last
 * at the end, and processor time next to what is measured: the reading is hardly part of the cost.
 */
public final class ProcessCost {
    private static final Path THREADS = Path.of("/proc/self/task");
    private static final String COUNT = "voluntary_ctxt_switches:";
    private static final double NANOS = 1e3;

    private final Map<String, Long> sleeps;
    private final Map<Long, Long> allocated;
    private final long processorNanos;

    private ProcessCost(Map<String, Long> sleeps) {
        this.sleeps = sleeps;
        this.allocated = allocatedByThreads();
        this.processorNanos = processorNanos();
    }

    /** Begins a measurement. */
    public static ProcessCost begin() {
        return new ProcessCost(sleepsOfThreads());
    }

    /** Begins a measurement without sleeps, for intervals that are not much longer than it takes to read them. */
    public static ProcessCost beginWithoutSleeps() {
        return new ProcessCost(Map.of());
    }

    /** Returns whether sleeps are measured, and this system counts them. */
    public boolean hasSleeps() {
        return !sleeps.isEmpty();
    }

    /**
     * Returns the cost since the beginning. Threads that have ended since are included with their processor time only.
     */
    public Cost end() {
        long processorNow = processorNanos();
        Map<Long, Long> allocatedNow = allocatedByThreads();
        Map<String, Long> sleepsNow = hasSleeps() ? sleepsOfThreads() : Map.of();
        return new Cost(
                (processorNow - processorNanos) / NANOS, since(sleepsNow, sleeps), since(allocatedNow, allocated));
    }

    /**
     * Returns the sum of the threads' increases. A count that has decreased belongs to a new thread with the same id
     * and is ignored.
     */
    static <T> long since(Map<T, Long> later, Map<T, Long> earlier) {
        return later.entrySet().stream()
                .mapToLong(thread -> Math.max(0, thread.getValue() - earlier.getOrDefault(thread.getKey(), 0L)))
                .sum();
    }

    /** Returns the bytes of live objects on the heap. */
    public static long liveHeap() {
        // Objects freed through a reference queue are only gone after the next collection.
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static long processorNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static Map<Long, Long> allocatedByThreads() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long[] ids = threads.getAllThreadIds();
        long[] bytes = threads.getThreadAllocatedBytes(ids);
        Map<Long, Long> found = new HashMap<>();
        for (int i = 0; i < ids.length; i++) {
            found.put(ids[i], Math.max(0, bytes[i]));
        }
        return found;
    }

    private static Map<String, Long> sleepsOfThreads() {
        Map<String, Long> counts = new HashMap<>();
        if (Files.isDirectory(THREADS)) {
            try (DirectoryStream<Path> threads = Files.newDirectoryStream(THREADS)) {
                for (Path thread : threads) {
                    sleeps(thread.resolve("status"))
                            .ifPresent(count -> counts.put(thread.getFileName().toString(), count));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return counts;
    }

    /** Returns the sleeps of a thread; empty if it has ended, so that its file is gone or cannot be read any more. */
    private static OptionalLong sleeps(Path status) {
        try {
            return Files.readAllLines(status).stream()
                    .filter(line -> line.startsWith(COUNT))
                    .mapToLong(line ->
                            Long.parseLong(line.substring(COUNT.length()).trim()))
                    .findFirst();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }
}
