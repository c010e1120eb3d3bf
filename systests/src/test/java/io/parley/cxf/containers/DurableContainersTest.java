package io.parley.cxf.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.bus.BusRuntime;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.containers.ServletContainer.Kind;
import io.parley.cxf.containers.ServletContainer.Site;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import io.parley.negotiation.Reliability;
import io.parley.testkit.campaign.FaultProxy;
import io.parley.testkit.context.PostgresServer;
import jakarta.xml.ws.soap.SOAPBinding;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.transport.servlet.CXFNonSpringServlet;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests durable sessions at CXF's servlet: two containers with one store, behind one address. */
@Timeout(180)
class DurableContainersTest {
    private static final String TESTED = "io.parley.cxf.containers.ServletContainer#tested";

    @Shows(Use.WEBSOCKET_DURABLE)
    @ParameterizedTest
    @MethodSource(TESTED)
    void aSessionGoesOnInTheContainerThatGetsTheNextUpgrade(Kind kind) throws Exception {
        PostgresServer database = PostgresServer.shared();
        String store = database.address(database.newSchema());
        try (Node first = new Node(kind, store);
                Node second = new Node(kind, store)) {
            AtomicInteger port = new AtomicInteger(first.port);
            try (FaultProxy balancer =
                    FaultProxy.balancing(() -> new InetSocketAddress(InetAddress.getLoopbackAddress(), port.get()))) {
                WrappedStations stations = first.published.proxy(
                        WrappedStations.class,
                        "http://localhost:" + balancer.port() + "/app/services/stations",
                        SOAPBinding.SOAP11HTTP_BINDING,
                        Published.patient()
                                .mode(Mode.ALWAYS)
                                .set("parley.channels", "websocket")
                                .set("parley.reliability", "durable"));
                assertThat(stations.echo("x")).isEqualTo("x");
                assertThat(Published.status(stations).agreement().orElseThrow().reliability())
                        .isEqualTo(Reliability.DURABLE);

                port.set(second.port);
                balancer.cut();

                assertThat(stations.echo("y")).isEqualTo("y");
                assertThat(BusRuntime.counts(second.published.serviceBus).sessions())
                        .isEqualTo(1);
                assertThat(Published.status(stations).streamedCalls()).isEqualTo(2);
                assertThat(Published.status(stations).fallbacks()).isEmpty();
            }
        }
    }

    /** A container with the service, on its own bus. */
    private static final class Node implements AutoCloseable {
        private final Published published = new Published();
        private final ServletContainer container;
        private final int port;

        Node(Kind kind, String store) throws Exception {
            container = kind.make();
            CXFNonSpringServlet servlet = new CXFNonSpringServlet();
            servlet.setBus(published.serviceBus);
            published.serviceBus.setProperty("parley.context-store", store);
            published.serviceBus.setProperty("parley.reliability", "durable");
            port = container.start(Site.of(servlet));
            ParleyStatus.ready(published.publishAny(
                            new WrappedStationsImpl(),
                            "/stations",
                            SOAPBinding.SOAP11HTTP_BINDING,
                            new ParleyFeature().set("parley.channels", "websocket")))
                    .toCompletableFuture()
                    .join();
        }

        @Override
        public void close() throws Exception {
            published.close();
            container.close();
        }
    }
}
