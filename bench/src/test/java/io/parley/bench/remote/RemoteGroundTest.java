package io.parley.bench.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.bench.contest.Contender;
import io.parley.bench.contest.SocketAddresses;
import io.parley.bench.data.Workload;
import io.parley.bench.measure.Turns;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RemoteGroundTest {
    private static final Duration WARM_UP = Duration.ofMillis(100);
    /** Many times the ten milliseconds in which Linux counts the processor time of a process. */
    private static final Duration MEASURED = Duration.ofMillis(500);

    private static final Workload NUMBERS = Workload.of("f64-1000");

    private static RemoteGround ground;

    @BeforeAll
    static void start() throws IOException {
        ground = RemoteGround.beside();
    }

    @AfterAll
    static void end() throws IOException {
        ground.close();
    }

    @Test
    void bothProcessesAreCounted() throws Exception {
        List<Turns.Found> found = Turns.measure(
                List.of(Contender.PARLEY, Contender.PARLEY_CXF, Contender.BLOCKING),
                NUMBERS,
                WARM_UP,
                MEASURED,
                ground);

        assertThat(found).allSatisfy(one -> {
            assertThat(one.here().processor()).isPositive();
            assertThat(one.there().processor()).isPositive();
            assertThat(one.there().bytes()).as("a request of 8000 bytes").isGreaterThan(8_000);
        });
        assertThat(ground.memory()).isPositive();
    }

    @Test
    void whatCannotBeServedHasAReason() {
        assertThatThrownBy(() -> ground.serve(Contender.JAVA, NUMBERS))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("java has no server");
        assertThatThrownBy(() -> ground.serve(Contender.BLOCKING, Workload.of("rec-simple")))
                .isInstanceOf(IOException.class);
    }

    @Test
    void aProcessThatIsNotThereIsSaidToBeMissing() throws Exception {
        int port;
        try (RemoteServers servers = RemoteServers.listen("127.0.0.1", 0)) {
            port = servers.port();
        }
        assertThatThrownBy(() -> RemoteGround.to(SocketAddresses.of("127.0.0.1:" + port)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("bench remote --listen");
    }
}
