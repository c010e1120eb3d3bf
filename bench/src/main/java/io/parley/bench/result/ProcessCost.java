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
 * What the process took up to a moment: processor time of all threads, how often each went to sleep (voluntary context switches, as
 * Linux counts them), and what each allocated. Other load on the machine moves these figures less than times.
 */
public final class ProcessCost {
    private static final Path THREADS = Path.of("/proc/self/task");
    private static final String COUNT = "voluntary_ctxt_switches:";
    private static final double NANOS = 1e3;

    private final long processorNanos =
            ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    private final Map<String, Long> sleeps = sleepsOfThreads();
    private final Map<Long, Long> allocated = allocatedByThreads();

    private ProcessCost() {}

    /** What it took until now. */
    public static ProcessCost now() {
        return new ProcessCost();
    }

    /** Returns whether this system counts sleeps. */
    public boolean hasSleeps() {
        return !sleeps.isEmpty();
    }

    /** What it took since an earlier moment; of threads that ended since, only their processor time is known. */
    public Cost since(ProcessCost earlier) {
        return new Cost(
                (processorNanos - earlier.processorNanos) / NANOS,
                since(sleeps, earlier.sleeps),
                since(allocated, earlier.allocated));
    }

    /** A thread whose count is less than before is another one of its number. */
    static <T> long since(Map<T, Long> later, Map<T, Long> earlier) {
        return later.entrySet().stream()
                .mapToLong(thread -> Math.max(0, thread.getValue() - earlier.getOrDefault(thread.getKey(), 0L)))
                .sum();
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

    /** Empty if the thread has ended: its file is gone then, or cannot be read any more. */
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
