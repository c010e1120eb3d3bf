package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.transport.http.Raw;
import io.parley.transport.http.endpoint.Samples.Numbers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests many callers of one address that connect at once, where few connections may be without a request. */
class ManyCallersTest {
    private static final int CALLERS = 300;
    private static final String REQUEST = "GET /?wsdl HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

    @Test
    void noneOfHundredsIsTurnedAway() throws Exception {
        List<Raw> callers = new ArrayList<>();
        try (HttpEndpoint endpoint = endpoint()) {
            for (int i = 0; i < CALLERS; i++) {
                callers.add(new Raw(endpoint.url().getPort()));
            }
            for (Raw caller : callers) {
                caller.send(REQUEST);
            }
            for (Raw caller : callers) {
                assertThat(caller.rest()).startsWith("HTTP/1.1 200");
            }
        } finally {
            for (Raw caller : callers) {
                caller.close();
            }
        }
    }

    @Test
    void silentConnectionsKeepNobodyOutForLongerThanTheTimeToOpen() throws Exception {
        List<Raw> silent = new ArrayList<>();
        try (HttpEndpoint endpoint = endpoint()) {
            for (int i = 0; i < 100; i++) {
                silent.add(new Raw(endpoint.url().getPort()));
            }
            long began = System.nanoTime();
            try (Raw honest = new Raw(endpoint.url().getPort())) {
                assertThat(honest.send(REQUEST).rest()).startsWith("HTTP/1.1 200");
            }
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .isLessThan(Duration.ofMillis(Limit.OPEN_MILLIS.initial()));
        } finally {
            for (Raw each : silent) {
                each.close();
            }
        }
    }

    private static HttpEndpoint endpoint() throws Exception {
        return HttpEndpoint.serve(Samples.CONTRACT)
                .on("sum", Numbers.class, Samples::sum)
                .limits(Limits.defaults().with(Limit.PENDING_PER_ADDRESS, 4))
                .start(0);
    }
}
