package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.endpoint.ChannelTrial;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.testkit.FirstConnection;
import io.parley.transport.http.endpoint.Samples.Numbers;
import org.junit.jupiter.api.Test;

/** Tests the timeout of a client's first post, at a service that answers offers but not this post. */
class FirstPostTest {
    @Test
    void theFirstPostHasTheTimeOfAConnectionAndItsHandshake() throws Exception {
        Limits limits = Limits.defaults().with(Limit.CONNECT_MILLIS, 300).with(Limit.HANDSHAKE_MILLIS, 45);
        try (HttpEndpoint endpoint = HttpEndpoint.serve(Samples.CONTRACT)
                        .on("sum", Numbers.class, Samples::sum)
                        .start(0);
                FirstConnection relay = new FirstConnection(endpoint.url().getPort());
                HttpEndpointClient client = HttpEndpointClient.of(Samples.CONTRACT)
                        .mode(Mode.ALWAYS)
                        .channels("http")
                        .limits(limits)
                        .open(relay.to(endpoint.url()))) {
            ChannelTrial trial = client.tryOut();

            assertThat(trial.reason()).contains(FallbackReason.CONNECT_TIMEOUT);
            assertThat(trial.detail())
                    .contains("within 345 ms")
                    .contains(Limit.CONNECT_MILLIS.setting())
                    .contains(Limit.HANDSHAKE_MILLIS.setting());
        }
    }
}
