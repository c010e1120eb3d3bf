package io.parley.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.bench.contest.Contender;
import io.parley.bench.contest.Exchange;
import io.parley.bench.data.Workload;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WireBytesTest {
    /**
     * Tests the count on every channel. The counting proxy listens on the server's port numbers at another loopback
     * address, so servers have to bind a single address.
     */
    @ParameterizedTest
    @EnumSource(names = {"PARLEY_CXF", "PARLEY_HTTP", "PARLEY_WEBSOCKET", "PARLEY_TLS", "CXF", "PARLEY_JMS", "ARTEMIS"})
    void theBytesOfACallAreCountedOnEveryChannel(Contender system) throws Exception {
        assertThat(WireBytes.perCall(system, Exchange.ECHO, Workload.of("void")))
                .isBetween(50.0, 5_000.0);
    }
}
