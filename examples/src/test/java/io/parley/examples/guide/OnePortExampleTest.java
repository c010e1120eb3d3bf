package io.parley.examples.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.settings.Settings;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Runs the quick start's example of a service without any port except that of its URL. */
class OnePortExampleTest {
    private final Place place = new Place();

    @AfterEach
    void leave() {
        place.close();
    }

    @Test
    void sessionsGoToTheServicesOwnUrl() throws Exception {
        String address = place.address("one-port");
        JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
        server.setServiceBean(new ReadmeExampleTest.SummationService());
        server.setAddress(address);
        server.getFeatures().add(new ParleyFeature().set(Settings.CHANNELS, "websocket,http"));
        Server published = server.create();
        JaxWsProxyFactoryBean client = new JaxWsProxyFactoryBean();
        client.setServiceClass(ReadmeExampleTest.Summation.class);
        client.setAddress(address);
        client.getFeatures().add(new ParleyFeature());
        ReadmeExampleTest.Summation summation = client.create(ReadmeExampleTest.Summation.class);
        summation.sum(new float[] {1, 2, 3});
        ParleyStatus.settled(ClientProxy.getClient(summation))
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);

        assertThat(summation.sum(new float[] {1, 2})).isEqualTo(3);

        ParleyStatus status = ParleyStatus.of(ClientProxy.getClient(summation)).orElseThrow();
        assertThat(status.streamedCalls()).isEqualTo(1);
        // A busy machine may open the second channel first: they race after a quarter of a second.
        assertThat(status.agreement().orElseThrow().channel()).isIn("websocket", "http");
        assertThat(ParleyStatus.of(published).orElseThrow().listening()).isEmpty();
    }
}
