package io.parley.transport.stream.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Reliability;
import io.parley.transport.stream.Relay;
import io.parley.transport.stream.endpoint.Samples.Numbers;
import io.parley.transport.stream.endpoint.Samples.Total;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests clients of an endpoint that has become silent, over a connection that is not closed. */
class SilentEndpointTest {
    @Test
    void aClientThatCannotBeResumedIsOverSoonAfterItsCallTimedOut() throws Exception {
        try (StreamEndpoint endpoint = endpoint(false);
                Relay relay = relay(endpoint);
                StreamClient client = StreamClient.of(Samples.CONTRACT)
                        .timeout(Duration.ofSeconds(2))
                        .open(through(endpoint, relay))) {
            assertThat(sum(client)).isEqualTo(3);
            relay.swallow(true);
            assertThatThrownBy(() -> sum(client))
                    .isInstanceOfSatisfying(
                            ParleyException.class, why -> assertThat(why.code()).isEqualTo(ErrorCode.TIMEOUT));
            assertThat(client.closed().toCompletableFuture())
                    .failsWithin(Duration.ofSeconds(20))
                    .withThrowableThat()
                    .withMessageContaining("CONNECTION_LOST")
                    .withMessageContaining("after a call ran out of time");
            assertThatThrownBy(() -> sum(client))
                    .isInstanceOfSatisfying(
                            ParleyException.class,
                            why -> assertThat(why.code().retry()).isEqualTo(ErrorCode.Retry.SAFE));
        }
    }

    @Test
    void aClientThatIsResumedGoesOnOverAnotherConnection() throws Exception {
        try (StreamEndpoint endpoint = endpoint(true);
                Relay relay = relay(endpoint);
                StreamClient client = StreamClient.of(Samples.CONTRACT)
                        .timeout(Duration.ofSeconds(3))
                        .open(through(endpoint, relay))) {
            assertThat(sum(client)).isEqualTo(3);
            int before = relay.accepted();
            relay.swallow(true);
            assertThatThrownBy(() -> sum(client)).isInstanceOf(ParleyException.class);
            relay.swallow(false);
            await().atMost(Duration.ofSeconds(20)).until(() -> relay.accepted() > before);
            assertThat(sum(client)).isEqualTo(3);
        }
    }

    @Test
    void aClientHasAKeepAliveTimeOfItsOwn() throws Exception {
        try (StreamEndpoint endpoint = endpoint(false);
                Relay relay = relay(endpoint);
                StreamClient client = StreamClient.of(Samples.CONTRACT)
                        .keepAlive(Duration.ofSeconds(1))
                        .open(through(endpoint, relay))) {
            assertThat(sum(client)).isEqualTo(3);
            relay.swallow(true);
            long began = System.nanoTime();
            assertThat(client.closed().toCompletableFuture())
                    .failsWithin(Duration.ofSeconds(20))
                    .withThrowableThat()
                    .withMessageContaining("parley.limits.keep-alive-millis");
            assertThat(System.nanoTime() - began).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(400));
        }
    }

    private static StreamEndpoint endpoint(boolean resumable) throws Exception {
        StreamEndpoint.Builder building = StreamEndpoint.serve(Samples.CONTRACT).on("sum", Numbers.class, Samples::sum);
        return (resumable ? building.resumable() : building).start(0);
    }

    private static Relay relay(StreamEndpoint endpoint) throws Exception {
        return new Relay(new Address("127.0.0.1", endpoint.port()));
    }

    private static Invitation through(StreamEndpoint endpoint, Relay relay) {
        Invitation invitation = endpoint.invite("test");
        Agreement there = Samples.CONTRACT.agreement(relay.address(), Limits.defaults());
        Reliability agreed = invitation.agreement().reliability();
        return Invitation.of(agreed == Reliability.NONE ? there : there.reliable(agreed), invitation.token());
    }

    private static double sum(StreamClient client) {
        return client.call("sum", Numbers.of(1, 2), Total.class).value;
    }
}
