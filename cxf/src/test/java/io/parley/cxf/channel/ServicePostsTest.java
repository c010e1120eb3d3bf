package io.parley.cxf.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.channel.ChannelSettings;
import io.parley.channel.http.Poster;
import io.parley.channel.http.TriedPoster;
import java.net.URI;
import java.time.Duration;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocketFactory;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.configuration.security.AuthorizationPolicy;
import org.apache.cxf.message.Message;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.transport.ConduitInitiatorManager;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transport.http.auth.HttpAuthSupplier;
import org.apache.cxf.transports.http.configuration.ConnectionType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests which clients' posts use Parley's own sockets. */
class ServicePostsTest {
    private static final String TRANSPORT = "http://cxf.apache.org/transports/http";
    private static final Duration WITHIN = Duration.ofSeconds(40);

    private final Bus bus = BusFactory.newInstance().createBus();

    @AfterEach
    void shutDown() {
        bus.shutdown(true);
    }

    /** A configuration of a conduit. */
    private record SetUp(String name, boolean bySockets, Consumer<HTTPConduit> set) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<SetUp> setUps() {
        TLSClientParameters sockets = new TLSClientParameters();
        sockets.setSSLSocketFactory((SSLSocketFactory) SSLSocketFactory.getDefault());
        return Stream.of(
                new SetUp("as it is", true, conduit -> {}),
                new SetUp("a time limit", true, conduit -> conduit.getClient().setReceiveTimeout(1_000)),
                new SetUp("no chunks", true, conduit -> conduit.getClient().setAllowChunking(false)),
                new SetUp("trust", true, conduit -> conduit.setTlsClientParameters(new TLSClientParameters())),
                new SetUp("a proxy", false, conduit -> {
                    conduit.getClient().setProxyServer("proxy.example");
                    conduit.getClient().setProxyServerPort(3128);
                }),
                new SetUp("a browser", false, conduit -> conduit.getClient().setBrowserType("Mozilla")),
                new SetUp("a cookie", false, conduit -> conduit.getClient().setCookie("a=b")),
                new SetUp("no reuse", false, conduit -> conduit.getClient().setConnection(ConnectionType.CLOSE)),
                new SetUp("a supplier of credentials", false, conduit -> conduit.setAuthSupplier(new Supplier())),
                new SetUp("sockets of its own", false, conduit -> conduit.setTlsClientParameters(sockets)));
    }

    @ParameterizedTest
    @MethodSource("setUps")
    void postsGoBySocketsWhereTheConduitWouldDoNoMore(SetUp setUp) throws Exception {
        EndpointInfo info = new EndpointInfo();
        info.setAddress("http://localhost:1/service");
        HTTPConduit conduit = (HTTPConduit) bus.getExtension(ConduitInitiatorManager.class)
                .getConduitInitiator(TRANSPORT)
                .getConduit(info, bus);
        setUp.set.accept(conduit);

        Poster poster = new ServicePosts(
                        (message, exchange) -> {
                            exchange.put(Bus.class, bus);
                            message.setExchange(exchange);
                            message.put(Message.PROTOCOL_HEADERS, new TreeMap<>(String.CASE_INSENSITIVE_ORDER));
                        },
                        URI.create("http://localhost:1/service"),
                        WITHIN)
                .by(conduit, ChannelSettings.defaults())
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);

        assertThat(poster).isInstanceOf(setUp.bySockets ? TriedPoster.class : ConduitPoster.class);
        poster.close();
    }

    private static final class Supplier implements HttpAuthSupplier {
        @Override
        public boolean requiresRequestCaching() {
            return false;
        }

        @Override
        public String getAuthorization(AuthorizationPolicy policy, URI url, Message message, String fullHeader) {
            return "Bearer " + System.nanoTime();
        }
    }
}
