package io.parley.testkit.stacks;

import io.parley.testkit.campaign.Campaign;
import io.parley.testkit.campaign.CampaignReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Builds a service and a client on each stack against Parley's jars, as a user would, and lets them call each other:
 * without Parley, with Parley on one side, and on both over each channel. Every answer must equal that of plain SOAP.
 */
public final class StacksCampaign {
    /** System property that restricts the campaign to pairs of stacks: {@code SERVICE:CLIENT,…}. */
    public static final String SOME = "parley.stacks";

    private static final String SAMPLE = "sample-";
    private static final String PROGRAM = "com.example.shop.";
    private static final String ANSWER = "answer ";
    /** Prefix of a service's output line if its application was undeployed and stays in memory. */
    private static final String LEAK = "leak: ";

    private static final String TRAVELLED = "travelled ";
    private static final List<String> CHANNELS = List.of("stream", "http", "websocket");
    /** Projects below {@code examples} that are built unchanged, with their tests. */
    private static final List<String> SAMPLES = List.of("camel", "quarkus", "war");

    private static final long PATIENCE_SECONDS = 120;

    private final Path home;
    private final Consumer<String> progress;
    private final List<Trip> trips = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();

    /**
     * Creates a campaign for a build.
     *
     * @param home the folder of the build, whose modules were packaged
     * @param progress receives progress messages
     */
    public StacksCampaign(Path home, Consumer<String> progress) {
        this.home = home;
        this.progress = progress;
    }

    /** Service and client stacks that call each other on one JDK. */
    private record Pair(Stack service, Stack client, Jdk jdk) {}

    /** Runs all stacks on each JDK, and all versions of CXF with each other. */
    CampaignReport all() throws IOException, InterruptedException {
        List<Pair> pairs = new ArrayList<>();
        for (Stack service : Stacks.LINES) {
            for (Stack client : Stacks.LINES) {
                pairs.add(new Pair(service, client, Jdk.own()));
            }
        }
        Stacks.OTHERS.forEach(stack -> pairs.add(new Pair(stack, stack, Jdk.own())));
        for (Jdk jdk : Jdk.tried()) {
            if (jdk.feature() != Jdk.own().feature()) {
                Stacks.LINES.forEach(stack -> pairs.add(new Pair(stack, stack, jdk)));
                Stacks.OTHERS.forEach(stack -> pairs.add(new Pair(stack, stack, jdk)));
            }
        }
        return run(pairs, SAMPLES);
    }

    /**
     * Runs some pairs of a service and a client.
     *
     * @param pairs {@code service:client}, by name, followed by {@code @25} for another JDK than the running one, or
     *     {@code sample-NAME}, which is built with its tests
     */
    public CampaignReport some(List<String> pairs) throws IOException, InterruptedException {
        List<Pair> wanted = new ArrayList<>();
        List<String> samples = new ArrayList<>();
        for (String pair : pairs) {
            if (pair.startsWith(SAMPLE)) {
                samples.add(pair.substring(SAMPLE.length()));
                continue;
            }
            String[] parts = pair.split("@", -1);
            String[] names = parts[0].split(":", -1);
            wanted.add(new Pair(
                    named(names[0]),
                    named(names[names.length - 1]),
                    parts.length == 1 ? Jdk.own() : Jdk.of(Integer.parseInt(parts[1]))));
        }
        return run(wanted, samples);
    }

    private static Stack named(String name) {
        List<Stack> all = new ArrayList<>(Stacks.LINES);
        all.addAll(Stacks.OTHERS);
        return all.stream()
                .filter(stack -> stack.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no stack has the name " + name));
    }

    private CampaignReport run(List<Pair> pairs, List<String> samples) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("parley-stacks");
        try (FolderRepository repository = FolderRepository.of(home, folder.resolve("repository"))) {
            Set<Stack> stacks = new LinkedHashSet<>();
            for (Pair pair : pairs) {
                stacks.add(pair.service());
                stacks.add(pair.client());
            }
            stacks.removeIf(stack -> isMissing(repository, stack));
            Path projectsFolder = Files.createDirectories(folder.resolve("projects"));
            StackProjects projects = new StackProjects(home, projectsFolder, repository);
            if (!samples.isEmpty()) {
                progress.accept("Maven builds the samples " + String.join(", ", samples) + ", and runs their tests");
                projects.buildSamples(samples);
            }
            if (!stacks.isEmpty()) {
                progress.accept("Maven builds " + stacks.size() + " stacks, without Parley and with");
                projects.build(List.copyOf(stacks));
            }
            for (Pair pair : pairs) {
                if (stacks.contains(pair.service()) && stacks.contains(pair.client())) {
                    progress.accept(pair.jdk() + ": " + pair.service().name() + " called by "
                            + pair.client().name());
                    tryCalls(pair, projects, folder);
                }
            }
        } finally {
            FolderRepository.delete(folder);
        }
        return new StacksReport(trips, samples, skipped);
    }

    private boolean isMissing(FolderRepository repository, Stack stack) {
        boolean missing = !repository.has(stack.parley());
        if (missing) {
            skipped.add(stack.name() + ": expected the jar of " + stack.parley()
                    + " in the folder target of its module, found none; mvn package makes it");
        }
        return missing;
    }

    /**
     * Runs the calls of a pair. A service that does not start, or leaks, becomes a row of the table, and the other
     * pairs are still run.
     */
    private void tryCalls(Pair pair, StackProjects projects, Path folder) throws InterruptedException {
        try {
            calls(pair, projects, folder);
        } catch (IOException e) {
            String failed = "failed: " + e.getMessage();
            trips.add(new Trip(pair.service(), pair.client(), pair.jdk(), true, true, Trip.ANY, failed, List.of()));
        }
    }

    private void calls(Pair pair, StackProjects projects, Path folder) throws IOException, InterruptedException {
        for (boolean serviceHas : new boolean[] {false, true}) {
            List<String> command = pair.jdk().command(projects.code(pair.service(), serviceHas), PROGRAM + "Service");
            Path log = folder.resolve("service.log");
            try (ShopService service = ShopService.start(command, log)) {
                for (boolean clientHas : new boolean[] {false, true}) {
                    List<String> code = projects.code(pair.client(), clientHas);
                    for (String channel : serviceHas && clientHas ? CHANNELS : List.of(Trip.ANY)) {
                        trips.add(
                                trip(pair, serviceHas, clientHas, channel, run(pair, code, service, channel, folder)));
                    }
                }
            }
            String said = Files.readString(log);
            if (Trip.isBroken(said) || said.contains(LEAK)) {
                throw new IOException(
                        "the service of " + pair.service().name() + " met a broken class, or leaves some: " + said);
            }
        }
    }

    private static List<String> run(Pair pair, List<String> code, ShopService service, String channel, Path folder)
            throws IOException, InterruptedException {
        Path said = folder.resolve("client.log");
        String types = String.valueOf(Trip.isTyped(pair.service(), pair.client()));
        Process client = new ProcessBuilder(
                        pair.jdk().command(code, PROGRAM + "Client", service.address(), channel, types))
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            if (!client.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                return List.of("the client does not end: " + Files.readString(said));
            }
            return Files.readAllLines(said);
        } finally {
            client.destroyForcibly();
        }
    }

    private static Trip trip(Pair pair, boolean serviceHas, boolean clientHas, String channel, List<String> said) {
        Optional<String> travelled = said.stream()
                .filter(line -> line.startsWith(TRAVELLED))
                .map(line -> line.substring(TRAVELLED.length()))
                .findFirst();
        String all = String.join("\n", said);
        String failed =
                all.contains("parley.mode") || all.contains("ParleyException") ? "refused: " + all : "failed: " + all;
        return new Trip(
                pair.service(),
                pair.client(),
                pair.jdk(),
                serviceHas,
                clientHas,
                channel,
                Trip.isBroken(all) ? "broken: " + all : travelled.orElse(failed),
                said.stream().filter(line -> line.startsWith(ANSWER)).toList());
    }

    /** The campaign as {@code ./campaign stacks} runs it. */
    public static final class Entry implements Campaign {
        @Override
        public String name() {
            return "stacks";
        }

        @Override
        public String purpose() {
            return "a service and a client on each stack that people run, plain and with Parley: each answer is that of plain SOAP";
        }

        @Override
        public int usualRuns() {
            return 1;
        }

        @Override
        public CampaignReport run(Order order) throws IOException, InterruptedException {
            String home = System.getenv("PARLEY_HOME");
            String some = System.getProperty(SOME, "");
            StacksCampaign campaign =
                    new StacksCampaign(Path.of(home == null ? "" : home).toAbsolutePath(), order.progress());
            return some.isEmpty() ? campaign.all() : campaign.some(List.of(some.split(",", -1)));
        }
    }
}
