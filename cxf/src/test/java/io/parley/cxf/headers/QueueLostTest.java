package io.parley.cxf.headers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.jms.OnQueue;
import io.parley.cxf.jms.SoapQueue;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import io.parley.transport.jms.EmbeddedBroker;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.headers.Header;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests a queue's broker, or the instance with the session, that restarts without its earlier state. */
class QueueLostTest {
    private static final String TENANT = "<t:tenant xmlns:t=\"urn:tenants\" class=\"gold\">4711</t:tenant>";

    private final EmbeddedBroker.Builder brokers = EmbeddedBroker.builder().queue("stations");
    private final Blocks.Seen seen = new Blocks.Seen();
    private EmbeddedBroker broker;
    private OnQueue on;
    private WrappedStations stations;

    @BeforeEach
    void start() throws Exception {
        broker = brokers.start();
        on = new OnQueue(broker);
        publish(on.serviceBus, seen);
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(on.clientBus);
        factory.setServiceClass(WrappedStations.class);
        factory.setAddress(on.queue().address());
        SoapQueue patient = on.queue().withReceiveTimeout(Duration.ofSeconds(5));
        factory.getFeatures().addAll(List.of(patient, Published.patient().mode(Mode.ALWAYS)));
        stations = factory.create(WrappedStations.class);
        ((BindingProvider) stations).getRequestContext().put(Header.HEADER_LIST, Blocks.headers(List.of(TENANT)));
    }

    @AfterEach
    void stop() throws Exception {
        on.close();
        broker.close();
    }

    private Server publish(Bus bus, Blocks.Seen by) {
        ParleyFeature parley = Published.patient();
        Server server = OnQueue.publish(bus, new WrappedStationsImpl(), on.queue(), parley);
        server.getEndpoint().getInInterceptors().add(by);
        return server;
    }

    private ParleyStatus status() {
        return ParleyStatus.of(Published.client(stations)).orElseThrow();
    }

    /** Calls until this many more calls were answered on a session; calls that fail meanwhile are ignored. */
    private void stream(int calls) {
        AtomicInteger answered = new AtomicInteger();
        await().atMost(90, TimeUnit.SECONDS).until(() -> {
            long before = status().streamedCalls();
            try {
                assertThat(stations.echo("x")).isEqualTo("x");
            } catch (WebServiceException lost) {
                return false;
            }
            return status().streamedCalls() > before && answered.incrementAndGet() >= calls;
        });
        assertThat(status().agreement().orElseThrow().channel()).isEqualTo("jms");
    }

    @Test
    void whenTheBrokerIsBackThereIsASessionAgainAndWhatItKeptIsSentAgain() throws Exception {
        stream(4);
        String before = status().agreement().orElseThrow().id();

        broker.close();
        broker = brokers.start();
        stream(4);

        assertThat(status().agreement().orElseThrow().id()).isNotEqualTo(before);
        assertThat(seen.messages).hasSizeGreaterThanOrEqualTo(8).containsOnly(List.of(TENANT));
        assertThat(broker.waiting(EmbeddedBroker.DEAD_LETTERS)).isZero();
    }

    @Test
    void anInstanceThatHasNotSeenAHeaderIsSentItInline() {
        stream(4);
        Blocks.Seen bySecond = new Blocks.Seen();
        Bus second = BusFactory.newInstance().createBus();
        try {
            publish(second, bySecond);
            on.serviceBus.shutdown(true);
            stream(4);

            assertThat(bySecond.messages).hasSizeGreaterThanOrEqualTo(4).containsOnly(List.of(TENANT));
        } finally {
            second.shutdown(true);
        }
    }
}
