package io.parley.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.parley.channel.ChannelSettings;
import io.parley.channel.http.HttpFrames;
import io.parley.channel.http.Post;
import io.parley.channel.http.Poster;
import io.parley.channel.http.Reply;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests posts over sockets of the stream transport, to a server that sends raw bytes. */
class SocketPosterTest {
    private static final String ID = "0123456789abcdef0123456789abcdef";
    private static final String OURS = "Content-Type: " + HttpFrames.CONTENT_TYPE + "\r\n";
    private static final String EMPTY = "HTTP/1.1 200 OK\r\n" + OURS + "Content-Length: 0\r\n\r\n";

    private final ServerSocket server = listening();
    private final List<Socket> accepted = new ArrayList<>();
    private final Poster poster = poster(Duration.ofSeconds(30));

    @AfterEach
    void close() throws IOException {
        poster.close();
        server.close();
        for (Socket each : accepted) {
            each.close();
        }
    }

    @Test
    void aPostHasTheUrlsPathItsNumberAndTheHeaders() throws Exception {
        CompletableFuture<Reply> reply = post(poster, 7, "frames");

        List<String> head = head(accept());

        assertThat(head)
                .startsWith("POST /service?of=mine HTTP/1.1")
                .contains(
                        "host: 127.0.0.1:" + server.getLocalPort(),
                        "authorization: Basic xyz",
                        "content-type: " + HttpFrames.CONTENT_TYPE,
                        "parley-connection: " + ID,
                        "parley-post: 7",
                        "content-length: 6");
        assertThat(reply).isNotDone();
    }

    @Test
    void postsThatFollowEachOtherShareASocket() throws Exception {
        CompletableFuture<Reply> first = post(poster, 1, "");
        Socket socket = accept();
        head(socket);
        say(socket, "HTTP/1.1 200 OK\r\n" + OURS + "Content-Length: 3\r\n\r\none");
        assertThat(text(first)).isEqualTo("one");

        CompletableFuture<Reply> second = post(poster, 2, "");
        assertThat(head(socket)).contains("parley-post: 2");
        say(socket, "HTTP/1.1 200 OK\r\n" + OURS + "Transfer-Encoding: chunked\r\n\r\n3\r\ntwo\r\n0\r\n\r\n");

        assertThat(text(second)).isEqualTo("two");
    }

    @Test
    void aPostBesideAnotherHasASocketOfItsOwn() throws Exception {
        CompletableFuture<Reply> held = post(poster, 1, "");
        Socket one = accept();
        CompletableFuture<Reply> beside = post(poster, 2, "");
        Socket two = accept();
        head(two);
        say(two, EMPTY);

        assertThat(text(beside)).isEmpty();
        assertThat(held).isNotDone();
        head(one);
        say(one, EMPTY);
        assertThat(text(held)).isEmpty();
    }

    @Test
    void whatComesBeforeTheResponseIsPassedOver() throws Exception {
        CompletableFuture<Reply> reply = post(poster, 1, "");
        Socket socket = accept();
        head(socket);

        say(socket, "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" + EMPTY);

        assertThat(reply.get(30, TimeUnit.SECONDS).status()).isEqualTo(200);
    }

    @Test
    void aResponseThatEndsTheConversationHasItsMark() throws Exception {
        CompletableFuture<Reply> reply = post(poster, 1, "");
        Socket socket = accept();
        head(socket);

        say(socket, EMPTY.replace("\r\n\r\n", "\r\nParley-End: true\r\n\r\n"));

        assertThat(reply.get(30, TimeUnit.SECONDS).end()).isTrue();
    }

    @Test
    void anotherStatusIsARefusalAndEndsItsSocket() throws Exception {
        CompletableFuture<Reply> reply = post(poster, 1, "");
        Socket socket = accept();
        head(socket);

        say(socket, "HTTP/1.1 421 Misdirected Request\r\nContent-Length: 4\r\n\r\nnode");

        assertThat(reply.get(30, TimeUnit.SECONDS)).isEqualTo(Reply.refusal(421));
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }

    @Test
    void anAnswerOfSomethingElseIsARefusal() throws Exception {
        CompletableFuture<Reply> reply = post(poster, 1, "");
        Socket socket = accept();
        head(socket);

        say(socket, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi");

        assertThat(reply.get(30, TimeUnit.SECONDS).status()).isEqualTo(Reply.UNKNOWN);
    }

    @Test
    void aBodyLongerThanAnyMayBeFails() throws Exception {
        CompletableFuture<Reply> reply = post(poster, 1, "");
        Socket socket = accept();
        head(socket);
        byte[] tooMuch = new byte[HttpFrames.MOST_BODY_BYTES + 1];

        say(socket, "HTTP/1.1 200 OK\r\n" + OURS + "Content-Length: " + tooMuch.length + "\r\n\r\n");
        writeOrGiveUp(socket, tooMuch);

        assertThatThrownBy(() -> reply.get(30, TimeUnit.SECONDS)).hasMessageContaining("longer");
    }

    @Test
    void aPostThatIsNotAnsweredInTimeFails() throws Exception {
        Poster impatient = poster(Duration.ofMillis(50));
        CompletableFuture<Reply> reply = post(impatient, 1, "");
        Socket socket = accept();

        assertThatThrownBy(() -> reply.get(30, TimeUnit.SECONDS)).hasMessageContaining("50 ms");
        head(socket);
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
        impatient.close();
    }

    @Test
    void aHeaderThatHttpDoesNotHaveFailsThePost() {
        Poster odd = poster(Duration.ofSeconds(30), Map.of("Authorization", "a\nb"));

        assertThatThrownBy(() -> post(odd, 1, "").get(30, TimeUnit.SECONDS))
                .hasCauseInstanceOf(IllegalArgumentException.class);
        odd.close();
    }

    @Test
    void aConnectionThatEndsFailsItsPost() throws Exception {
        CompletableFuture<Reply> reply = post(poster, 1, "");
        accept().close();

        assertThatThrownBy(() -> reply.get(30, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class);
    }

    @Test
    void closingFailsWhatIsUnderWayAndWhatFollows() throws Exception {
        CompletableFuture<Reply> held = post(poster, 1, "");
        accept();

        poster.close();

        assertThatThrownBy(() -> held.get(30, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class);
        assertThatThrownBy(() -> post(poster, 2, "").get(30, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class);
    }

    private Poster poster(Duration within) {
        return poster(within, Map.of("Authorization", "Basic xyz"));
    }

    private Poster poster(Duration within, Map<String, String> headers) {
        SocketPoster.Request request = new SocketPoster.Request(
                URI.create("http://127.0.0.1:" + server.getLocalPort() + "/service?of=mine"), headers, within);
        return SocketPoster.make(request, ChannelSettings.defaults(), null)
                .toCompletableFuture()
                .join();
    }

    private static CompletableFuture<Reply> post(Poster by, long number, String body) {
        return by.post(new Post(ID, number, false, Unpooled.copiedBuffer(body, StandardCharsets.UTF_8)))
                .toCompletableFuture();
    }

    private Socket accept() throws IOException {
        Socket socket = server.accept();
        socket.setSoTimeout(30_000);
        accepted.add(socket);
        return socket;
    }

    /** Reads the request with its body; returns the lines of its head, with header names in lower case. */
    private static List<String> head(Socket socket) throws IOException {
        List<String> lines = new ArrayList<>();
        BufferedReader reader =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII), 1);
        for (String line = reader.readLine(); !line.isEmpty(); line = reader.readLine()) {
            int colon = line.indexOf(':');
            boolean field = colon > 0 && !line.startsWith("POST");
            lines.add(field ? line.substring(0, colon).toLowerCase(Locale.ROOT) + line.substring(colon) : line);
        }
        return lines;
    }

    private static void say(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
    }

    private static void writeOrGiveUp(Socket socket, byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException e) {
            // The other side has already closed the connection.
        }
    }

    private static String text(CompletableFuture<Reply> reply) throws Exception {
        Reply came = reply.get(30, TimeUnit.SECONDS);
        assertThat(came.status()).isEqualTo(200);
        String text = came.body().toString(StandardCharsets.UTF_8);
        came.body().release();
        return text;
    }

    private static ServerSocket listening() {
        try {
            return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
