package io.parley.cxf.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.channel.http.HttpFrames;
import io.parley.channel.http.Post;
import io.parley.channel.http.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.message.Message;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.transport.ConduitInitiatorManager;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transports.http.configuration.ConnectionType;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how CXF's clients send posts, as seen by a server. */
class PostPolicyTest {
    private final List<String> lengths = new CopyOnWriteArrayList<>();
    private final Bus bus = BusFactory.newInstance().createBus();
    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.createContext("/", exchange -> {
            long came = exchange.getRequestBody().readAllBytes().length;
            String announced = exchange.getRequestHeaders().getFirst("Content-Length");
            lengths.add(announced == null ? "chunks of " + came : announced);
            exchange.getResponseHeaders().set("Content-Type", HttpFrames.CONTENT_TYPE);
            exchange.sendResponseHeaders(Reply.OK, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        bus.shutdown(true);
    }

    @Test
    void postsGoOutWithoutChunks() throws Exception {
        bus.setProperty("force.urlconnection.http.conduit", true);

        post(conduit(policy -> {}), 0, 100, 500_000, 0);

        assertThat(lengths).containsExactly("0", "100", "500000", "0");
    }

    @Test
    void whoChoseChunksHasThem() throws Exception {
        bus.setProperty("force.urlconnection.http.conduit", true);

        post(conduit(policy -> policy.setChunkLength(2048)), 0, 100, 500_000);

        assertThat(lengths).containsExactly("0", "100", "chunks of 500000");
    }

    /** Without an empty body: whether java.net.http sends one in chunks depends on which of CXF's threads is first. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPolicyForACallThatIsNotOursIsLeftAlone(boolean urlConnection) throws Exception {
        bus.setProperty("force.urlconnection.http.conduit", urlConnection);
        HTTPClientPolicy ofCall = new HTTPClientPolicy();
        ofCall.setReceiveTimeout(50_000);

        post(conduit(policy -> {}), message -> message.put(HTTPClientPolicy.class, ofCall), 100, 500_000);

        assertThat(lengths).containsExactly("100", "chunks of 500000");
    }

    /** The whole policy is kept: proxy, timeouts, headers, and anything a later version of CXF adds. */
    @Test
    void whatTheApplicationSetIsKeptAndItsPolicyIsNotChanged() {
        HTTPClientPolicy given = new HTTPClientPolicy();
        given.setProxyServer("proxy.example.com");
        given.setProxyServerPort(3128);
        given.setReceiveTimeout(12_345);
        given.setAutoRedirect(true);
        given.setConnection(ConnectionType.CLOSE);
        given.setBrowserType("browser");
        given.setAsyncExecuteTimeoutRejection(true);
        HTTPConduit conduit = conduit(given);

        PostPolicy unused = new PostPolicy(conduit);

        HTTPClientPolicy own = conduit.getClient();
        assertThat(own).isNotSameAs(given);
        assertThat(own)
                .usingRecursiveComparison()
                .ignoringFields("chunkLength", "propertyListener")
                .isEqualTo(given);
        assertThat(own.getChunkLength()).isEqualTo(32 * 1024);
        assertThat(given.isSetChunkLength()).isFalse();
    }

    private void post(HTTPConduit conduit, int... bodies) throws Exception {
        post(conduit, message -> {}, bodies);
    }

    private void post(HTTPConduit conduit, Consumer<Message> change, int... bodies) throws Exception {
        ConduitPoster poster = new ConduitPoster(
                conduit,
                (message, exchange) -> {
                    exchange.put(Bus.class, bus);
                    message.setExchange(exchange);
                    message.put(Message.PROTOCOL_HEADERS, new TreeMap<>(String.CASE_INSENSITIVE_ORDER));
                    change.accept(message);
                },
                Duration.ofSeconds(60));
        List<ByteBuf> sent = new ArrayList<>();
        for (int length : bodies) {
            ByteBuf body = Unpooled.wrappedBuffer(new byte[length]);
            sent.add(body);
            Reply reply = poster.post(new Post("0".repeat(32), sent.size(), false, body))
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS);
            assertThat(reply.status()).isEqualTo(Reply.OK);
            reply.body().release();
        }
        assertThat(sent).filteredOn(body -> body.capacity() > 0).allMatch(body -> body.refCnt() == 0);
        poster.close();
    }

    private HTTPConduit conduit(Consumer<HTTPClientPolicy> change) throws Exception {
        HTTPClientPolicy policy = new HTTPClientPolicy();
        change.accept(policy);
        return conduit(policy);
    }

    private HTTPConduit conduit(HTTPClientPolicy policy) {
        EndpointInfo info = new EndpointInfo();
        info.setAddress("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        try {
            HTTPConduit conduit = (HTTPConduit) bus.getExtension(ConduitInitiatorManager.class)
                    .getConduitInitiator("http://cxf.apache.org/transports/http")
                    .getConduit(info, bus);
            conduit.setClient(policy);
            return conduit;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
