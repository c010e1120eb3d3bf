package io.parley.examples.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.settings.Settings;
import io.parley.examples.hosting.Clients;
import io.parley.examples.hosting.ServiceHost;
import io.parley.examples.services.Summation;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import java.util.List;
import java.util.Map;
import org.apache.cxf.frontend.ClientProxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs the guide's example of calls posted to the service's own URL. */
class HttpExampleTest {
    private final Clients clients = new Clients();
    private ServiceHost host;

    @BeforeEach
    void start() throws Exception {
        host = ServiceHost.start("localhost", 0, List.of(new ParleyFeature()));
    }

    @AfterEach
    void stop() throws Exception {
        clients.close();
        host.close();
    }

    @Test
    void aClientMayAskForHttpAlone() {
        Summation summation = proxy(new ParleyFeature().set(Settings.CHANNELS, "http"));

        assertThat(summation.sum(new float[] {1, 2})).isEqualTo(3);

        ParleyStatus status = ParleyStatus.of(ClientProxy.getClient(summation)).orElseThrow();
        String channel = status.agreement().orElseThrow().channel();
        Map<String, FallbackReason> failedChannels = status.failedChannels();

        assertThat(channel).isEqualTo("http");
        assertThat(failedChannels).isEmpty();
    }

    private Summation proxy(ParleyFeature feature) {
        feature.mode(Mode.ALWAYS).set("parley.negotiation-millis", 60_000);
        return clients.create(Summation.class, host.summation(), List.of(feature));
    }
}
