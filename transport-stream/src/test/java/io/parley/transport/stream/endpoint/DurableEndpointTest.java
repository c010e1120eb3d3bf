package io.parley.transport.stream.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.channel.Protection;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.transport.stream.endpoint.Samples.Numbers;
import io.parley.transport.stream.endpoint.Samples.Total;
import org.junit.jupiter.api.Test;

/** A standalone endpoint whose sessions are kept in a store; {@code ./campaign crash} kills it. */
class DurableEndpointTest {
    @Test
    void callsAreAnsweredAndNothingIsLeftOfASessionThatEnded() throws Exception {
        try (ContextStore store = ContextStores.open("memory:", StoreSettings.defaults());
                StreamEndpoint endpoint = summing(store).start(0)) {
            try (StreamClient client = StreamClient.of(Samples.CONTRACT).open(endpoint.invite("test"))) {
                double[] many = new double[500_000];
                assertThat(client.call("sum", Numbers.of(many), Total.class).count)
                        .isEqualTo(many.length);
                assertThat(client.call("sum", Numbers.of(1, 2, 3.5), Total.class).value)
                        .isEqualTo(6.5);
            }
        }
    }

    @Test
    void compressionAndProtectionDoNotGoWithIt() {
        try (ContextStore store = ContextStores.open("memory:", StoreSettings.defaults())) {
            assertThatThrownBy(() -> summing(store).compression("delta").start(0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("found delta");
            assertThatThrownBy(() -> summing(store)
                            .protection(new Protection.Ephemeral())
                            .start(0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("no protection");
        }
    }

    private static StreamEndpoint.Builder summing(ContextStore store) {
        return StreamEndpoint.serve(Samples.CONTRACT)
                .on("sum", Numbers.class, (numbers, session) -> {
                    assertThat(session.isRedelivered()).isFalse();
                    return Samples.sum(numbers);
                })
                .durable(store);
    }
}
