package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.client.Probing;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import io.parley.runtime.Conversation;
import io.parley.runtime.LockTurns;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.Objects;
import org.apache.cxf.endpoint.Client;
import org.junit.jupiter.api.Test;

/** Tests how often a CXF call acquires its session's lock. */
class LockTurnsTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final int CALLS = 200;
    /** Tolerated acquisitions of the lock by timers, and by reads that end within a frame. */
    private static final int OTHERS = 40;

    @Test
    void aCallTakesTwoTurnsOfItsClientsSession() throws Exception {
        try (Published published = new Published()) {
            published.publish(new WrappedStationsImpl(), SOAP11, Published.feature(Mode.ALWAYS));
            WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.feature(Mode.ALWAYS));
            assertThat(stations.echo("x")).isEqualTo("x");
            Client client = Published.client(stations);
            Conversation conversation = Objects.requireNonNull(
                    new Probing(client, ParleyStatus.state(client).orElseThrow())
                            .run()
                            .conversation());
            long before = LockTurns.of(conversation);
            for (int call = 0; call < CALLS; call++) {
                assertThat(stations.echo("y")).isEqualTo("y");
            }
            assertThat(LockTurns.of(conversation) - before).isBetween(2L * CALLS, 2L * CALLS + OTHERS);
        }
    }
}
