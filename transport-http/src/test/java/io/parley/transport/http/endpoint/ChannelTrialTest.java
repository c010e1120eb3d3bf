package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.endpoint.ChannelTrial;
import io.parley.endpoint.OfferExchange;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Mode;
import io.parley.negotiation.ReplyKind;
import io.parley.testkit.FreePort;
import io.parley.transport.http.endpoint.Samples.Numbers;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ChannelTrialTest {
    private static final Duration WITHIN = Duration.ofSeconds(10);

    @Test
    void aTrialSaysTheTermsTheRoundTripsAndTheSizes() throws Exception {
        try (HttpEndpoint endpoint = HttpEndpoint.serve(Samples.CONTRACT)
                        .on("sum", Numbers.class, Samples::sum)
                        .start(0);
                HttpEndpointClient client = client(endpoint.url())) {
            ChannelTrial trial = client.tryOut(3, WITHIN);

            assertThat(trial.agreement().map(Agreement::channel))
                    .isEqualTo(client.channel())
                    .isPresent();
            assertThat(trial.roundTrips()).hasSize(3);
            assertThat(trial.reason()).isEmpty();
            OfferExchange exchange = trial.exchange().orElseThrow();
            assertThat(exchange.kind()).isEqualTo(ReplyKind.ANSWER);
            assertThat(exchange.offerBytes()).isGreaterThan(500);
            assertThat(exchange.replyBytes()).isGreaterThan(500);
        }
    }

    @Test
    void aTrialWithoutAReplySaysSo() {
        try (HttpEndpointClient client = client(URI.create("http://localhost:" + FreePort.find() + "/"))) {
            ChannelTrial trial = client.tryOut(3, WITHIN);

            assertThat(trial.agreement()).isEmpty();
            assertThat(trial.roundTrips()).isEmpty();
            OfferExchange exchange = trial.exchange().orElseThrow();
            assertThat(exchange.kind()).isEqualTo(ReplyKind.TRANSPORT_ERROR);
            assertThat(exchange.offerBytes()).isPositive();
            assertThat(exchange.replyBytes()).isZero();
        }
    }

    private static HttpEndpointClient client(URI url) {
        return HttpEndpointClient.of(Samples.CONTRACT).mode(Mode.ALWAYS).open(url);
    }
}
