package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.Limit;
import io.parley.cxf.client.Probing;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import io.parley.runtime.Conversation;
import io.parley.runtime.StreamIdRange;
import io.parley.runtime.Timers;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.apache.cxf.endpoint.Client;
import org.junit.jupiter.api.Test;

/** Tests sessions that have used up their stream ids. */
class UsedUpSessionTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @Test
    void aSessionAtTheEndOfItsIdsIsRenewedAndNoCallFails() throws Exception {
        try (Travelling time = new Travelling();
                Published published = new Published()) {
            published.clientBus.setExtension(time, Timers.class);
            published.publish(new WrappedStationsImpl(), SOAP11, feature());
            WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, feature());
            Client client = Published.client(stations);
            assertThat(stations.echo("x")).isEqualTo("x");
            Conversation first = session(client);
            // A session that ended sooner would not be replaced at once.
            time.ahead(Duration.ofSeconds(31));
            StreamIdRange.leave(first, 20);

            await().atMost(PATIENCE).until(() -> {
                assertThat(stations.echo("y")).isEqualTo("y");
                return !first.isOpen() && session(client) != first;
            });

            assertThat(stations.echo("z")).isEqualTo("z");
            assertThat(first.closed().toCompletableFuture()).succeedsWithin(PATIENCE);
            assertThat(Published.status(stations).fallbacks()).isEmpty();
            await().atMost(PATIENCE)
                    .until(() -> ParleyEndpoints.sessions(published.serviceBus).sessions() == 1);
        }
    }

    /** Returns a feature that tolerates a silent peer while the clock jumps. */
    private static ParleyFeature feature() {
        return Published.feature(Mode.ALWAYS).limit(Limit.KEEP_ALIVE_MILLIS, 600_000);
    }

    private static Conversation session(Client client) throws IOException {
        return Objects.requireNonNull(
                new Probing(client, ParleyStatus.state(client).orElseThrow())
                        .run()
                        .conversation());
    }
}
