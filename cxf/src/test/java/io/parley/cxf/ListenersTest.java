package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.parley.channel.Address;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.endpoint.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Tests endpoints of one bus that are configured with the same port for the stream. */
class ListenersTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();
    private final int streamPort = Published.freePort();
    private final Logger logger = (Logger) LoggerFactory.getLogger("io.parley.cxf");
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(log);
        published.close();
    }

    @Test
    void anEndpointOnAllAddressesCannotHaveThePortOfOneOnLoopbackAndSaysSo() throws Exception {
        Server inside = publish("localhost", "inside");
        Server outside = publish("0.0.0.0", "outside");

        assertThat(listening(inside)).extracting(Address::port).containsExactly(streamPort);
        assertThat(listening(outside)).isEmpty();
        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .anySatisfy(text -> assertThat(text)
                        .contains("CONNECT_FAILED", "parley.port", "parley.bind", ":" + streamPort)
                        .contains(
                                "which listens for "
                                        + inside.getEndpoint().getEndpointInfo().getName(),
                                outside.getEndpoint().getEndpointInfo().getName()
                                        + ": failed to open the channel stream"));
        assertThat(streamed(inside)).isEqualTo(1);
        WrappedStations stations =
                published.proxy(WrappedStations.class, published.endpoint("outside"), SOAP11, Published.patient());
        assertThat(stations.echo("first")).isEqualTo("first");
        ParleyStatus.settled(Published.client(stations)).toCompletableFuture().get(60, TimeUnit.SECONDS);
        assertThat(stations.echo("second")).isEqualTo("second");
        assertThat(Published.status(stations).agreement().orElseThrow().channel())
                .isEqualTo("websocket");
    }

    @Test
    void aListenerOnAllAddressesServesEndpointsOnLoopbackToo() throws Exception {
        Server outside = publish("0.0.0.0", "outside");
        Server inside = publish("localhost", "inside");

        assertThat(listening(inside)).isEqualTo(listening(outside)).hasSize(1);
        assertThat(streamed(outside)).isEqualTo(1);
        assertThat(streamed(inside)).isEqualTo(1);
    }

    @Test
    void twoNamesOfOneAddressShareAListener() throws Exception {
        Server named = publish("localhost", "named");
        Server numbered = publish("127.0.0.1", "numbered");

        assertThat(listening(numbered)).isEqualTo(listening(named)).hasSize(1);
        assertThat(streamed(named)).isEqualTo(1);
        assertThat(streamed(numbered)).isEqualTo(1);
    }

    /** Publishes an endpoint with an HTTP port of its own: only the stream's port is shared. */
    private Server publish(String host, String path) throws Exception {
        int port = path.equals("outside") ? published.port : Published.freePort();
        Server server = published.publishAny(
                new WrappedStationsImpl(),
                "http://" + host + ":" + port + "/" + path,
                SOAP11,
                new ParleyFeature().set("parley.port", streamPort));
        ParleyStatus.ready(server).toCompletableFuture().get(60, TimeUnit.SECONDS);
        return server;
    }

    private static List<Address> listening(Server server) {
        return ParleyStatus.of(server).orElseThrow().listening();
    }

    /** Calls the service with a client that must stream; returns how many streamed calls the service has received. */
    private long streamed(Server server) {
        String address = server.getEndpoint().getEndpointInfo().getAddress().replace("0.0.0.0", "localhost");
        WrappedStations stations = published.proxy(
                WrappedStations.class, address, SOAP11, Published.patient().mode(Mode.ALWAYS));
        assertThat(stations.echo("x")).isEqualTo("x");
        return ParleyStatus.of(server).orElseThrow().streamedCalls();
    }
}
