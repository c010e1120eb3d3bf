package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parley.conformance.Result;
import io.parley.conformance.Server;
import io.parley.conformance.Suite;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.settings.Settings;
import io.parley.examples.hosting.ServiceHost;
import io.parley.testkit.BrokenRules;
import io.parley.transport.quic.QuicChannelProvider;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tests services that break the rules of the tracks of QUIC; ConformCommandTest tests one that keeps them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConformingTracksTest {
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
        List<String> cases = Suite.ofServers().only(List.of("17")).list().stream()
                .filter(line -> Integer.parseInt(line.split(" ", 2)[0].substring("17/".length())) > WITHOUT_TRACKS)
                .toList();
        assertThat(BrokenRules.undetected(cases, this::judge))
                .as("cases that pass where their rule is broken")
                .isEmpty();
        assertThat(cases).hasSizeGreaterThan(40);
    }

    private List<Result> judge(String id, String title) throws InterruptedException {
        Server server = Server.at(URI.create(host.summation())).by(TrackFaults.of(title));
        return Suite.ofServers().only(List.of(id)).run(server, result -> {});
    }
}
