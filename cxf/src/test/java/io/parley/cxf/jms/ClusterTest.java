package io.parley.cxf.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.cxf.Published;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.Cluster;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.transport.jms.JMSConstants;
import org.apache.cxf.transport.jms.JMSMessageHeadersType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests CXF services and clients on a cluster of brokers. */
class ClusterTest {
    private static final int CALLS = 20;

    private final Bus serviceBus = BusFactory.newInstance().createBus();
    private final Bus clientBus = BusFactory.newInstance().createBus();

    @AfterEach
    void leave() {
        clientBus.shutdown(true);
        serviceBus.shutdown(true);
    }

    @Test
    void aClientAtOneBrokerTalksToAServiceAtTheOther() throws Exception {
        try (Cluster cluster = Cluster.ofTwo()) {
            WrappedStationsImpl service = new WrappedStationsImpl();
            OnQueue.publish(serviceBus, service, at(cluster.secondUrl()), Published.patient());

            WrappedStations bySoap = proxy(at(cluster.firstUrl()), Mode.NEVER);
            StationCalls.make(bySoap, service);
            WrappedStations onChannel = proxy(at(cluster.firstUrl()), Mode.ALWAYS);
            StationCalls.ask(onChannel);

            assertThat(OnQueue.status(onChannel).streamedCalls()).isEqualTo(StationCalls.ASKED);
            assertThat(OnQueue.status(onChannel).agreement().orElseThrow().channel())
                    .isEqualTo("jms");
            leave();
        }
    }

    /**
     * Calls made while no service is reachable fail with that error; later calls use SOAP. Each answered call ran once.
     */
    @Test
    void callsGoOnAtTheBackupOfTheBrokerThatEnded(@TempDir Path store) throws Exception {
        try (Cluster cluster = Cluster.withBackup(store)) {
            Noting service = new Noting();
            OnQueue.publish(serviceBus, service, at(cluster.url()), Published.patient());
            WrappedStations proxy = proxy(at(cluster.url()), Mode.AUTO);
            List<String> answered = new ArrayList<>();
            List<String> failed = new ArrayList<>();
            await().atMost(60, TimeUnit.SECONDS).until(() -> {
                call(proxy, answered, failed);
                return OnQueue.status(proxy).streamedCalls() >= CALLS;
            });
            assertThat(failed).isEmpty();

            cluster.killFirst();
            int before = answered.size();
            await().atMost(120, TimeUnit.SECONDS).until(() -> {
                call(proxy, answered, failed);
                return answered.size() >= before + CALLS;
            });

            assertThat(service.ran).containsAll(answered);
            assertThat(service.ran)
                    .allSatisfy(each -> assertThat(Collections.frequency(service.ran, each))
                            .as(each)
                            .isEqualTo(1));
            assertThat(OnQueue.status(proxy).fallbacks()).containsKey(FallbackReason.SESSION_LOST);
            leave();
        }
    }

    private static void call(WrappedStations proxy, List<String> answered, List<String> failed) {
        String call = "call " + (answered.size() + failed.size());
        try {
            assertThat(proxy.echo(call)).isEqualTo(call);
            answered.add(call);
        } catch (WebServiceException e) {
            failed.add(call);
        }
    }

    private static SoapQueue at(String url) {
        return SoapQueue.of(BrokerAccess.byUrl(url), OnQueue.NAME);
    }

    private WrappedStations proxy(SoapQueue queue, Mode mode) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(clientBus);
        factory.setServiceClass(WrappedStations.class);
        factory.setAddress(queue.address());
        factory.getFeatures().add(Published.patient().mode(mode));
        factory.getFeatures().add(queue);
        return factory.create(WrappedStations.class);
    }

    /** Records what it ran, and whether the broker marked it as possibly redelivered. */
    @WebService(
            targetNamespace = "urn:parley:test",
            serviceName = "WrappedStationsService",
            portName = "WrappedStationsPort",
            endpointInterface = "io.parley.cxf.services.WrappedStations")
    public static class Noting extends WrappedStationsImpl {
        final List<String> ran = new CopyOnWriteArrayList<>();

        @Override
        public String echo(String text) {
            Object headers = context.getMessageContext().get(JMSConstants.JMS_SERVER_REQUEST_HEADERS);
            boolean again = headers instanceof JMSMessageHeadersType jms && jms.isJMSRedelivered();
            ran.add(again && ran.contains(text) ? text + " again" : text);
            return super.echo(text);
        }
    }
}
