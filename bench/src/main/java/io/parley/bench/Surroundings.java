package io.parley.bench;

import com.sun.management.OperatingSystemMXBean;
import io.parley.bench.plan.Depth;
import io.parley.bench.result.RunInfo;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/** Information about the machine, the JVM and the sources of a run. */
final class Surroundings {
    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
    private static final long GIBIBYTE = 1L << 30;
    /** Path that git status ignores: runs write results there, which does not change what is measured. */
    private static final String BUT_RESULTS = ":(exclude)docs/benchmarks";

    private Surroundings() {}

    /**
     * Describes a run that begins now.
     *
     * @param home the root folder of the clone
     * @param load the load average of the machine
     */
    static RunInfo describe(Path home, Depth depth, List<String> arguments, double load) throws IOException {
        return new RunInfo(
                ("./parley bench " + String.join(" ", arguments)).strip(),
                depth.name().toLowerCase(Locale.ROOT),
                commit(home),
                machine(),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
                OffsetDateTime.now(ZoneOffset.UTC)
                        .truncatedTo(ChronoUnit.MINUTES)
                        .toString(),
                load);
    }

    /** Describes a quick run that begins now, without waiting for calm. */
    static RunInfo describe(Path home, List<String> arguments) throws IOException {
        return describe(home, Depth.QUICK, arguments, load());
    }

    /** Returns the load average of the last minute; negative if the system has none. */
    static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    private static String machine() throws IOException {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return system.getAvailableProcessors() + " processors" + processor() + ", "
                + system.getTotalMemorySize() / GIBIBYTE + " GiB, " + system.getName() + " " + system.getVersion();
    }

    private static String processor() throws IOException {
        if (!Files.isReadable(PROCESSORS)) {
            return " (" + System.getProperty("os.arch") + ")";
        }
        return Files.readAllLines(PROCESSORS).stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> " (" + line.substring(line.indexOf(':') + 1).strip() + ")")
                .findFirst()
                .orElse("");
    }

    private static String commit(Path home) throws IOException {
        String commit = git(home, "rev-parse", "--short=12", "HEAD");
        boolean changed = !git(home, "status", "--porcelain", "--untracked-files=no", "--", ".", BUT_RESULTS)
                .isEmpty();
        return commit.isEmpty() ? "unknown" : commit + (changed ? " with changes" : "");
    }

    /** Returns the output of git; empty if git is not installed or the folder is no clone. */
    private static String git(Path home, String... arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("git");
        builder.command().addAll(List.of(arguments));
        builder.directory(home.toAbsolutePath().toFile());
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            return "";
        }
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            return process.waitFor() == 0 ? printed : "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while git was asked for the commit", e);
        }
    }
}
