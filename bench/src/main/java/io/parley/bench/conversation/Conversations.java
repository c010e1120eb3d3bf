package io.parley.bench.conversation;

import io.parley.bench.contest.Tasks;
import io.parley.bench.link.Link;
import io.parley.bench.result.CellResult;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs sessions of all applications over all links, alternately over SOAP and on the stream. Over the phone link only a
 * few messages are sent sequentially, since each takes seconds with little variation; there all sessions run
 * concurrently, each over its own link.
 */
public final class Conversations {
    private static final List<Way> IN_TURN = List.of(Way.STREAM, Way.SOAP);
    private static final int MESSAGES = 100;
    private static final int FEW_MESSAGES = 4;

    private Conversations() {}

    /**
     * Runs the sessions.
     *
     * @param warmUp duration of sessions on loopback that are not counted
     * @param measured duration of the sessions on loopback, and again of those over the LAN
     */
    public static List<CellResult> hold(Duration warmUp, Duration measured) throws IOException {
        rounds(Link.LOOPBACK, warmUp);
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            Future<List<CellResult>> phone = threads.submit(() -> atOnce(Application.all(), Link.PHONE, threads));
            List<CellResult> results = new ArrayList<>();
            results.addAll(rounds(Link.LOOPBACK, measured));
            results.addAll(rounds(Link.LAN, measured));
            results.addAll(Tasks.done(phone));
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    /** Runs one session of each application and way after the other until the time is up, but at least once. */
    static List<CellResult> rounds(Link link, Duration time) throws IOException {
        try (Stage stream = Stage.open(Way.STREAM, link);
                Stage soap = Stage.open(Way.SOAP, link)) {
            List<Series> all = series(Application.all(), link, IN_TURN);
            long end = System.nanoTime() + time.toNanos();
            do {
                for (Series series : all) {
                    series.add(Way.STREAM, stream.hold(series.application(), MESSAGES));
                    series.add(Way.SOAP, soap.hold(series.application(), MESSAGES));
                }
            } while (System.nanoTime() - end < 0);
            return results(all);
        }
    }

    /** Runs one session of each kind, all concurrently, each over its own link. */
    static List<CellResult> atOnce(List<Application> applications, Link link, ExecutorService threads)
            throws IOException {
        List<Series> all = series(applications, link, List.of(Way.values()));
        List<Future<Void>> talks = new ArrayList<>();
        for (Series series : all) {
            for (Way way : Way.values()) {
                talks.add(threads.submit(talk(series, way, link)));
            }
        }
        for (Future<Void> talk : talks) {
            Tasks.done(talk);
        }
        return results(all);
    }

    private static Callable<Void> talk(Series series, Way way, Link link) {
        return () -> {
            int messages = way == Way.PIPELINED ? series.application().longest() : FEW_MESSAGES;
            try (Stage stage = Stage.open(way, link)) {
                series.add(way, stage.hold(series.application(), messages));
            }
            return null;
        };
    }

    private static List<Series> series(List<Application> applications, Link link, List<Way> ways) {
        return applications.stream()
                .map(application -> new Series(application, link, ways))
                .toList();
    }

    private static List<CellResult> results(List<Series> all) {
        return all.stream().flatMap(series -> series.results().stream()).toList();
    }
}
