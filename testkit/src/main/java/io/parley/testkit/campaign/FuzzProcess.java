package io.parley.testkit.campaign;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A JVM in which Jazzer searches for inputs of one target. */
final class FuzzProcess {
    private static final String CLASS_PATH = "target/fuzz.classpath";
    private static final Pattern RUNS = Pattern.compile("stat::number_of_executed_units: (\\d+)");
    private static final Pattern COVERAGE = Pattern.compile(" cov: (\\d+)");
    private static final Pattern FINDING = Pattern.compile("(crash|timeout|oom|slow-unit)-.*");
    private static final Duration GRACE = Duration.ofMinutes(3);
    private static final int POLL_MILLIS = 500;
    /** Factor of the time that a process without a free processor is given before it counts as hung. */
    private static final int STARVED = 4;

    private final Path home;
    private final FuzzTarget target;
    private final Path folder;

    /**
     * Creates a process.
     *
     * @param home the folder of the clone
     * @param folder of this target: its inputs, its findings and the last output of Jazzer
     */
    FuzzProcess(Path home, FuzzTarget target, Path folder) {
        this.home = home;
        this.target = target;
        this.folder = folder;
    }

    /** Searches for a number of seconds, or until something is found. */
    FuzzTally.Sum run(long seconds) throws IOException, InterruptedException {
        Files.createDirectories(folder.resolve("inputs"));
        long before = findings();
        Path log = folder.resolve("last.log");
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command(seconds))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Duration processor = Duration.ZERO;
        try {
            long patience = TimeUnit.SECONDS.toNanos(seconds) + GRACE.toNanos();
            long spent = 0;
            while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)
                    && (spent < patience || (processor.toNanos() < patience / 2 && spent < STARVED * patience))) {
                processor = process.info().totalCpuDuration().orElse(processor);
                spent = System.nanoTime() - start;
            }
        } finally {
            process.destroyForcibly();
        }
        String said = Files.readString(log);
        long found = findings() - before;
        boolean failed = process.waitFor() != 0;
        return new FuzzTally.Sum(
                last(RUNS, said),
                TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start),
                processor.toSeconds(),
                last(COVERAGE, said),
                failed ? Math.max(1, found) : found);
    }

    private List<String> command(long seconds) throws IOException {
        Path module = home.resolve(target.module());
        String libraries = Files.readString(module.resolve(CLASS_PATH)).strip();
        String classPath = String.join(
                File.pathSeparator,
                module.resolve("target/test-classes").toString(),
                module.resolve("target/classes").toString(),
                libraries);
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx2g",
                "-Djava.awt.headless=true",
                "-Djdk.serialFilter=!*",
                "-cp",
                classPath,
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + target.type(),
                "--target_method=" + target.method(),
                "--instrumentation_includes=io.parley.**",
                "-max_total_time=" + seconds,
                "-timeout=60",
                "-rss_limit_mb=4096",
                "-print_final_stats=1",
                "inputs");
    }

    /** Returns the number of inputs that violate a property. */
    private long findings() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file ->
                            FINDING.matcher(file.getFileName().toString()).matches())
                    .count();
        }
    }

    private static long last(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        long last = 0;
        while (matcher.find()) {
            last = Long.parseLong(matcher.group(1));
        }
        return last;
    }
}
