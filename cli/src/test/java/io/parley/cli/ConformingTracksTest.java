package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parley.conformance.Result;
import io.parley.conformance.Result.Outcome;
import io.parley.conformance.Server;
import io.parley.conformance.Suite;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.control.Settings;
import io.parley.examples.hosting.ServiceHost;
import io.parley.transport.quic.QuicChannelProvider;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tests services that break the rules of the tracks of QUIC; ConformCommandTest tests one that keeps them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConformingTracksTest {
    private static final int AT_A_TIME = 8;
    /** Number of the cases of {@code parley/1}, which come first. */
    private static final int WITHOUT_TRACKS = 47;

    private ServiceHost host;

    @BeforeAll
    void serve() throws IOException {
        assumeTrue(new QuicChannelProvider().isAvailable(), "there is no library of QUIC for this platform");
        ParleyFeature feature = new ParleyFeature()
                .set(Settings.BIND, "localhost")
                .set(Settings.CHANNELS, List.of("quic", "stream"))
                .set("parley.reliability", "resume");
        host = ServiceHost.start("localhost", 0, List.of(feature));
    }

    @AfterAll
    void close() {
        if (host != null) {
            host.close();
        }
    }

    /** Each case of the tracks fails if its rule is broken. */
    @Test
    void aServiceThatBreaksARuleFailsTheCaseOfThatRule() throws Exception {
        Map<String, Future<List<Result>>> runs = new TreeMap<>();
        ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME);
        try {
            for (String line : Suite.ofServers().only(List.of("17")).list()) {
                String[] words = line.split(" ", 2);
                if (Integer.parseInt(words[0].substring("17/".length())) > WITHOUT_TRACKS) {
                    runs.put(line, threads.submit(() -> judge(words[0], words[1])));
                }
            }
            List<String> without = new ArrayList<>();
            for (Map.Entry<String, Future<List<Result>>> run : runs.entrySet()) {
                Result result = run.getValue().get(3, TimeUnit.MINUTES).get(0);
                if (result.outcome() != Outcome.FAILED) {
                    without.add(run.getKey() + ": " + result.outcome() + " " + result.found());
                }
            }
            assertThat(without).as("cases that pass where their rule is broken").isEmpty();
            assertThat(runs).hasSizeGreaterThan(40);
        } finally {
            threads.shutdownNow();
        }
    }

    private List<Result> judge(String id, String title) throws InterruptedException {
        Server server = Server.at(URI.create(host.summation())).by(TrackFaults.of(title));
        return Suite.ofServers().only(List.of(id)).run(server, result -> {});
    }
}
