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
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which clients' posts go by sockets of their own. */
class ServicePostsTest {
    private static final String TRANSPORT = "http://cxf.apache.org/transports/http";
    private static final Duration WITHIN = Duration.ofSeconds(40);

    private final Bus bus = BusFactory.newInstance().createBus();

    @AfterEach
    void shutDown() {
        bus.shutdown(true);
    }

    /** Set-ups of a conduit. */
    enum Conduit {
        AS_IT_IS(true, conduit -> {}),
        WITH_A_TIME_LIMIT(true, conduit -> policy(conduit).setReceiveTimeout(1_000)),
        WITH_CHUNKS(true, conduit -> policy(conduit).setAllowChunking(false)),
        WITH_TRUST(true, conduit -> conduit.setTlsClientParameters(new TLSClientParameters())),
        BY_A_PROXY(false, conduit -> {
            policy(conduit).setProxyServer("proxy.example");
            policy(conduit).setProxyServerPort(3128);
        }),
        AS_A_BROWSER(false, conduit -> policy(conduit).setBrowserType("Mozilla")),
        WITH_A_COOKIE(false, conduit -> policy(conduit).setCookie("a=b")),
        WITHOUT_REUSE(false, conduit -> policy(conduit).setConnection(ConnectionType.CLOSE)),
        WITH_A_SUPPLIER_OF_CREDENTIALS(false, conduit -> conduit.setAuthSupplier(new Supplier())),
        WITH_SOCKETS_OF_ITS_OWN(false, conduit -> {
            TLSClientParameters parameters = new TLSClientParameters();
            parameters.setSSLSocketFactory((SSLSocketFactory) SSLSocketFactory.getDefault());
            conduit.setTlsClientParameters(parameters);
        });

        private final boolean bySockets;
        private final Consumer<HTTPConduit> set;

        Conduit(boolean bySockets, Consumer<HTTPConduit> set) {
            this.bySockets = bySockets;
            this.set = set;
        }

        private static HTTPClientPolicy policy(HTTPConduit conduit) {
            return conduit.getClient();
        }
    }

    @ParameterizedTest
    @EnumSource
    void postsGoBySocketsWhereTheConduitWouldDoNoMore(Conduit setUp) throws Exception {
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
