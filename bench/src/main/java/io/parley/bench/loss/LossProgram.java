package io.parley.bench.loss;

import io.parley.bench.contest.Child;
import io.parley.bench.contest.Tasks;
import io.parley.bench.result.Json;
import io.parley.bench.result.RunInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Runner of all trials on links that lose packets, with the same seeds for each way, and of the comparison on loopback.
 * Writes the page about both.
 *
 * @param home the root folder of the clone
 * @param progress receives a line at the start of each run
 * @param results receives each result
 */
public record LossProgram(Path home, Consumer<String> progress, Consumer<Object> results) {
    /** Timeout of a run, long enough for many losses on the phone's link. A run that takes longer has failed. */
    private static final long PATIENCE_MINUTES = 20;

    private static final Path OFFERED = Path.of("/proc/sys/net/ipv4/tcp_available_congestion_control");

    /**
     * Measures the selected trials.
     *
     * @param wanted accepts the names of the trials to run, such as loss-1 or loopback
     * @param page path of the page to write at the end; null for none
     * @return 0 on success, 1 if a run failed, 3 if this machine cannot create such links, after the loopback was
     *     measured
     */
    public int run(Predicate<String> wanted, @Nullable Path page, RunInfo info) throws IOException {
        List<Measured> all = new ArrayList<>();
        if (wanted.test("loopback")) {
            progress.accept("loopback");
            Loopback.measure(found -> all.add(said(found)));
        }
        try {
            all.addAll(overLinks(wanted));
        } catch (LossyLink.UnavailableException e) {
            progress.accept("no link that loses packets can be had here: " + e.getMessage());
            return LossyLink.UNAVAILABLE;
        }
        if (page != null) {
            LossPage.write(page, all, info);
        }
        return all.stream().allMatch(each -> each.failure().isEmpty()) ? 0 : 1;
    }

    private synchronized Measured said(Measured found) {
        results.accept(found);
        return found;
    }

    /** Makes all runs of the selected trials, those of idle trials concurrently and the others one after the other. */
    private List<Measured> overLinks(Predicate<String> wanted) throws IOException {
        ExecutorService inTurn = Executors.newSingleThreadExecutor();
        ExecutorService atOnce = Executors.newCachedThreadPool();
        try {
            List<Future<Measured>> runs = new ArrayList<>();
            for (Trial trial : Trial.values()) {
                for (int seed = 1; seed <= trial.seeds() && wanted.test(trial.word()); seed++) {
                    for (Way way : trial.ways()) {
                        if (isOffered(way)) {
                            long its = seed;
                            runs.add((trial.isIdle() ? atOnce : inTurn).submit(() -> once(trial, way, its)));
                        }
                    }
                }
            }
            List<Measured> all = new ArrayList<>();
            for (Future<Measured> run : runs) {
                all.add(Tasks.done(run));
            }
            return all;
        } finally {
            inTurn.shutdownNow();
            atOnce.shutdownNow();
        }
    }

    /** Returns whether this kernel offers the congestion control that the way needs. */
    private static boolean isOffered(Way way) throws IOException {
        return way.congestion().isEmpty()
                || !Files.exists(OFFERED)
                || List.of(Files.readString(OFFERED).strip().split(" ")).contains(way.congestion());
    }

    private Measured once(Trial trial, Way way, long seed) throws IOException {
        progress.accept(trial.word() + ", " + way.word() + ", seed " + seed);
        Map<String, Double> figures = Map.of();
        String failure = "";
        try (LossyLink link = LossyLink.start(home, trial.line(), seed, way.congestion())) {
            try (Child server = link.at("server", LossServer.class, trial.name(), way.name(), link.serverHost());
                    Child client = link.at(
                            "client", LossClient.class, trial.name(), way.name(), link.serverHost(), server.answer())) {
                figures = figures(client, server);
                failure = figures.isEmpty() ? "the client ended without figures; what it wrote says why" : "";
            }
            return said(new Measured(trial.word(), way.word(), seed, figures, numbers(link), failure));
        }
    }

    /**
     * Passes a token from the server to the client for each session that the client opens; returns the client's
     * figures, empty if it ended without printing them.
     */
    private static Map<String, Double> figures(Child client, Child server) throws IOException {
        Future<?> end = CompletableFuture.runAsync(
                client.process()::destroyForcibly,
                CompletableFuture.delayedExecutor(PATIENCE_MINUTES, TimeUnit.MINUTES));
        try {
            Optional<String> line = client.line();
            while (line.filter(LossClient.TOKEN::equals).isPresent()) {
                client.tell(server.ask(""));
                line = client.line();
            }
            return line.isPresent() ? Json.figures(line.get()) : Map.of();
        } finally {
            end.cancel(false);
            client.process().destroyForcibly();
        }
    }

    private static Map<String, Double> numbers(LossyLink link) throws IOException {
        Map<String, Double> numbers = new HashMap<>();
        link.end()
                .properties()
                .forEach(each -> numbers.put(each.getKey(), each.getValue().asDouble()));
        return numbers;
    }
}
