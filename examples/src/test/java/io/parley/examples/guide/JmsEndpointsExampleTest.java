package io.parley.examples.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.jms.SoapQueue;
import io.parley.examples.services.Summation;
import io.parley.examples.services.SummationService;
import io.parley.negotiation.Mode;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.junit.jupiter.api.Test;

/** Runs the guide's example of a service and a client on a queue. */
class JmsEndpointsExampleTest {
    @Test
    void aServiceOnAQueueStreamsOverItsBroker() throws Exception {
        Bus bus = BusFactory.newInstance().createBus();
        try (EmbeddedBroker broker = EmbeddedBroker.builder().queue("sums").start()) {
            SoapQueue queue = SoapQueue.of(BrokerAccess.byUrl(broker.localUrl()), "sums");

            JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
            server.setServiceBean(new SummationService());
            server.setAddress(queue.address());
            server.getFeatures().addAll(List.of(queue, new ParleyFeature()));
            server.setBus(bus);

            server.setStart(false);
            server.create().start();

            ParleyFeature parley = new ParleyFeature().mode(Mode.ALWAYS).set("parley.negotiation-millis", 60_000);
            JaxWsProxyFactoryBean client = new JaxWsProxyFactoryBean();
            client.setBus(bus);
            client.setServiceClass(Summation.class);
            client.setAddress(queue.address());
            client.getFeatures().addAll(List.of(queue, parley));
            Summation summation = client.create(Summation.class);
            float sum = summation.sum(new float[] {1, 2, 3});

            assertThat(sum).isEqualTo(6);
            ParleyStatus status =
                    ParleyStatus.of(ClientProxy.getClient(summation)).orElseThrow();
            assertThat(status.agreement().orElseThrow().channel()).isEqualTo("jms");
        } finally {
            bus.shutdown(true);
        }
    }
}
