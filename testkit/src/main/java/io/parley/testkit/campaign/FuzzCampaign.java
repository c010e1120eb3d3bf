package io.parley.testkit.campaign;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Runs all fuzz targets of a clone in turn, for hours: {@code ./campaign fuzz --hours N [--corpus FOLDER] [--only TEXT]
 * [--json]}. The folder keeps the inputs that Jazzer found interesting and how long each target ran: the next campaign
 * starts with the targets that ran least.
 */
final class FuzzCampaign {
    static final String PURPOSE = "all fuzz targets in turn, which keep what they found interesting";

    private static final String USAGE =
            "usage: campaign fuzz --hours N [--corpus FOLDER] [--only TEXT, of the targets' names] [--json]";
    /** Environment variable with the folder of the clone, which the script sets. */
    private static final String HOME = "PARLEY_HOME";

    private static final double SECONDS = 3_600;
    private static final long LONGEST_TURN = 600;
    private static final long SHORTEST_TURN = 10;

    private final Path home;
    private final Path corpus;
    private final PrintStream progress;
    private final Map<FuzzTarget, FuzzTally.Sum> now = new LinkedHashMap<>();

    private FuzzCampaign(Path home, Path corpus, PrintStream progress) {
        this.home = home;
        this.corpus = corpus;
        this.progress = progress;
    }

    /** Runs the campaign and returns 0 if every property held, 1 if one was violated, and 2 for unknown arguments. */
    static int run(List<String> arguments, PrintStream out, PrintStream err) throws IOException, InterruptedException {
        String home = System.getenv(HOME);
        if (home == null) {
            err.println("campaign: fuzz is started by ./campaign in a clone, which sets " + HOME);
            return 2;
        }
        double hours = 0;
        Path corpus = Path.of(home, ".fuzz-corpus");
        String only = "";
        boolean json = false;
        try {
            for (int at = 0; at < arguments.size(); at++) {
                switch (arguments.get(at)) {
                    case "--hours" -> hours = Double.parseDouble(arguments.get(++at));
                    case "--corpus" -> corpus = Path.of(arguments.get(++at)).toAbsolutePath();
                    case "--only" -> only = arguments.get(++at);
                    case "--json" -> json = true;
                    default -> throw new NumberFormatException(arguments.get(at));
                }
            }
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            hours = 0;
        }
        if (!(hours > 0)) {
            err.println(USAGE);
            return 2;
        }
        FuzzCampaign campaign = new FuzzCampaign(Path.of(home), corpus, err);
        campaign.search(hours, only);
        out.println(json ? campaign.toJson(hours) : campaign.describe(hours));
        return campaign.total().findings() == 0 ? 0 : 1;
    }

    private void search(double hours, String only) throws IOException, InterruptedException {
        List<FuzzTarget> targets = FuzzTarget.in(home).stream()
                .filter(target -> target.name().contains(only))
                .toList();
        if (targets.isEmpty()) {
            throw new IOException("expected fuzz targets in " + home + ", found none whose name has " + only);
        }
        Files.createDirectories(corpus);
        build(targets);
        FuzzTally tally = FuzzTally.in(corpus);
        long seconds = Math.max(1, Math.round(hours * SECONDS));
        long end = System.nanoTime() + seconds * 1_000_000_000;
        long turn = Math.min(LONGEST_TURN, Math.max(SHORTEST_TURN, seconds / targets.size()));
        progress.println("fuzz: " + targets.size() + " targets, " + turn + " s each in turn, inputs in " + corpus);
        for (long remaining = seconds; remaining > 0; remaining = (end - System.nanoTime()) / 1_000_000_000) {
            FuzzTarget next = targets.stream()
                    .min(Comparator.comparingLong(
                            target -> tally.of(target.name()).seconds()))
                    .orElseThrow();
            FuzzTally.Sum came =
                    new FuzzProcess(home, next, corpus.resolve(next.name())).run(Math.min(turn, remaining));
            tally.add(next.name(), came);
            now.merge(next, came, FuzzTally.Sum::plus);
            progress.println(line(next.name(), came));
        }
    }

    /** Compiles the tests and writes their class paths to files. */
    private void build(List<FuzzTarget> targets) throws IOException, InterruptedException {
        String modules = targets.stream().map(FuzzTarget::module).distinct().collect(Collectors.joining(","));
        List<String> command = new ArrayList<>(List.of("mvn", "-B", "-q", "-DskipTests", "-Denforcer.skip"));
        String options = System.getenv("PARLEY_MAVEN_OPTS");
        if (options != null && !options.isBlank()) {
            command.addAll(List.of(options.strip().split("\\s+", -1)));
        }
        command.addAll(List.of("-P", "!error-prone,!warnings-fail", "-pl", modules, "-am", "test-compile"));
        command.addAll(List.of("dependency:build-classpath", "-Dmdep.outputFile=target/fuzz.classpath"));
        progress.println("fuzz: compiling the tests of " + modules + " ...");
        Process maven = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(corpus.resolve("build.log").toFile())
                .start();
        if (maven.waitFor() != 0) {
            throw new IOException("the tests do not compile; what Maven said is in " + corpus.resolve("build.log"));
        }
    }

    private FuzzTally.Sum total() {
        return now.values().stream().reduce(FuzzTally.Sum.NONE, FuzzTally.Sum::plus);
    }

    private static String line(String name, FuzzTally.Sum sum) {
        return String.format(
                Locale.ROOT,
                "%-60s %,12d runs %6d s %6d s of processors %6d edges %3d findings",
                name,
                sum.runs(),
                sum.seconds(),
                sum.processorSeconds(),
                sum.coverage(),
                sum.findings());
    }

    private String describe(double hours) {
        List<String> lines = new ArrayList<>();
        lines.add("fuzz: " + hours + " hours, " + now.size() + " targets");
        now.forEach((target, sum) -> lines.add(line(target.name(), sum)));
        lines.add(line("all", total()));
        return String.join(System.lineSeparator(), lines);
    }

    private String toJson(double hours) {
        FuzzTally.Sum total = total();
        return String.format(
                        Locale.ROOT,
                        "{\"campaign\":\"fuzz\",\"hours\":%s,\"runs\":%d,\"processor_seconds\":%d,\"findings\":%d,\"targets\":[",
                        hours,
                        total.runs(),
                        total.processorSeconds(),
                        total.findings())
                + now.entrySet().stream()
                        .map(each -> json(each.getKey(), each.getValue()))
                        .collect(Collectors.joining(","))
                + "]}";
    }

    private static String json(FuzzTarget target, FuzzTally.Sum sum) {
        return String.format(
                Locale.ROOT,
                "{\"target\":\"%s\",\"runs\":%d,\"seconds\":%d,\"processor_seconds\":%d,\"edges\":%d,\"findings\":%d}",
                target.name(),
                sum.runs(),
                sum.seconds(),
                sum.processorSeconds(),
                sum.coverage(),
                sum.findings());
    }
}
