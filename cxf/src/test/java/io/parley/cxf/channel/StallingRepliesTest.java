package io.parley.cxf.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.channel.http.HttpFrames;
import io.parley.channel.http.Post;
import io.parley.channel.http.Reply;
import io.parley.testkit.StallingService;
import io.parley.testkit.StallingService.Stop;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.message.Message;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transport.http.HTTPTransportFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests responses to posts through CXF's conduits that start and then stall. */
class StallingRepliesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    /**
     * Timeout for a response's head. A client of the JDK that is closed while it still connects, on a machine paused
     * for that long, sends the request nevertheless, and leaves the connection open.
     */
    private static final Duration HEAD = Duration.ofSeconds(4);

    private final Bus bus = new CXFBusFactory().createBus();

    @AfterEach
    void stop() {
        bus.shutdown(true);
    }

    @ParameterizedTest
    @EnumSource(Stop.class)
    void aPostEndsWithItsTimeWhereverItsReplyStalls(Stop stop) throws Exception {
        try (StallingService server = new StallingService(stop, HttpFrames.CONTENT_TYPE, "x")) {
            ConduitPoster poster = poster(server.url().toString());
            ByteBuf body = Unpooled.wrappedBuffer(new byte[10]);
            CompletableFuture<Reply> reply =
                    poster.post(new Post("0".repeat(32), 1, false, body)).toCompletableFuture();

            assertThat(reply).failsWithin(PATIENCE);
            await().atMost(PATIENCE).until(() -> server.givenUp() == 1);
            assertThat(body.refCnt()).isZero();
            poster.close();
        }
    }

    /** The system accepts the connection and fills its buffers; no process reads from it. */
    @ParameterizedTest
    @ValueSource(strings = {"http", "https"})
    void aPostThatNobodyReadsEndsWithItsTime(String scheme) throws Exception {
        try (ServerSocket nobody = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            ConduitPoster poster = poster(scheme + "://localhost:" + nobody.getLocalPort() + "/");
            ByteBuf body = Unpooled.wrappedBuffer(new byte[16 * 1024 * 1024]);
            CompletableFuture<Reply> reply =
                    poster.post(new Post("0".repeat(32), 1, false, body)).toCompletableFuture();

            assertThat(reply).failsWithin(PATIENCE);
            await().atMost(PATIENCE).until(() -> body.refCnt() == 0);
            poster.close();
        }
    }

    @ParameterizedTest
    @EnumSource(Stop.class)
    void aPosterThatIsClosedUnderWayLeavesNoConnectionBehind(Stop stop) throws Exception {
        try (StallingService server = new StallingService(stop, HttpFrames.CONTENT_TYPE, "x")) {
            ConduitPoster poster = poster(server.url().toString());
            CompletableFuture<Reply> reply = poster.post(new Post("0".repeat(32), 1, false, Unpooled.EMPTY_BUFFER))
                    .toCompletableFuture();
            await().atMost(PATIENCE).until(() -> server.requests() == 1);
            poster.close();

            assertThat(reply).failsWithin(PATIENCE);
            await().atMost(PATIENCE).until(() -> server.givenUp() == 1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 202, 302, 401, 404, 500, 503})
    void aPostThatWasRefusedLeavesNoConnectionBehind(int status) throws Exception {
        String answer = "HTTP/1.1 " + status + " X\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nwhat";
        try (StallingService server = new StallingService(answer)) {
            ConduitPoster poster = poster(server.url().toString());
            CompletableFuture<Reply> reply = poster.post(new Post("0".repeat(32), 1, false, Unpooled.EMPTY_BUFFER))
                    .toCompletableFuture();
            await().atMost(PATIENCE).until(reply::isDone);
            poster.close();

            await().atMost(PATIENCE).until(() -> server.givenUp() == 1);
        }
    }

    @Test
    void aPosterThatIsClosedSendsNothingMore() throws Exception {
        try (StallingService server = new StallingService(Stop.SILENT, HttpFrames.CONTENT_TYPE, "x")) {
            ConduitPoster poster = poster(server.url().toString());
            poster.close();
            ByteBuf body = Unpooled.wrappedBuffer(new byte[10]);

            assertThat(poster.post(new Post("0".repeat(32), 1, false, body)).toCompletableFuture())
                    .failsWithin(PATIENCE);
            assertThat(body.refCnt()).isZero();
            assertThat(server.requests()).isZero();
        }
    }

    private ConduitPoster poster(String address) throws Exception {
        // Otherwise CXF would not close a client of the JDK that it shares with conduits of other tests.
        bus.setProperty("share.httpclient.http.conduit", false);
        EndpointInfo endpoint = new EndpointInfo();
        endpoint.setName(new QName("urn:test", "port"));
        endpoint.setAddress(address);
        HTTPConduit conduit = (HTTPConduit) new HTTPTransportFactory().getConduit(endpoint, null, bus);
        return new ConduitPoster(
                conduit,
                (message, exchange) -> {
                    exchange.put(Bus.class, bus);
                    message.setExchange(exchange);
                    message.put(Message.PROTOCOL_HEADERS, new TreeMap<>(String.CASE_INSENSITIVE_ORDER));
                    message.put(Message.RECEIVE_TIMEOUT, HEAD.toMillis());
                    message.put(Message.CONNECTION_TIMEOUT, HEAD.toMillis());
                },
                HEAD,
                Duration.ofSeconds(1));
    }
}
