package io.parley.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Listener;
import io.parley.channel.Protection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who may connect to whom where connections are protected, on real sockets. */
class TlsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ChannelProvider stream = new StreamConnectionFactory();
    private final List<Peer> accepted = new CopyOnWriteArrayList<>();
    private final List<Connection> connections = new CopyOnWriteArrayList<>();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        connections.forEach(Connection::close);
        listeners.forEach(Listener::close);
    }

    @Test
    void frameAfterFrameArrivesFromWhoeverShowsThePinnedCertificate() throws Exception {
        Listener listener = listen(new Protection.Ephemeral());
        Connection near = connect(listener.address(), new Protection.Pinned(listener.certificate()));
        byte[] large = new byte[300_000];
        large[299_999] = 7;

        near.send(Peer.frame(new byte[] {1, 2}));
        near.send(Peer.frame(large));
        near.flush();

        await().atMost(PATIENCE)
                .until(() -> !accepted.isEmpty() && accepted.get(0).frames.size() == 2);
        assertThat(accepted.get(0).frames).containsExactly(new byte[] {1, 2}, large);
        assertThat(near.isSecure()).isTrue();
        assertThat(accepted.get(0).connection.join().isSecure()).isTrue();
    }

    @Test
    void aListenerShowsTheCertificateThatItWasGiven() throws Exception {
        Protection.Certified given = EphemeralCertificate.make(Instant.now());
        Listener listener = listen(given);

        assertThat(listener.certificate())
                .isEqualTo(Protection.fingerprint(given.chain().get(0)));
        assertThat(connect(listener.address(), new Protection.Pinned(listener.certificate()))
                        .isSecure())
                .isTrue();
    }

    @Test
    void everyListenerHasAKeyOfItsOwn() throws Exception {
        assertThat(listen(new Protection.Ephemeral()).certificate())
                .matches("[0-9a-f]{64}")
                .isNotEqualTo(listen(new Protection.Ephemeral()).certificate());
    }

    /** Attack: somebody in the middle, with a certificate of their own. */
    @Test
    void whoShowsAnotherCertificateIsNotSpokenTo() throws Exception {
        Listener real = listen(new Protection.Ephemeral());
        Listener middle = listen(new Protection.Ephemeral());

        assertRefused(middle.address(), new Protection.Pinned(real.certificate()));
        assertThat(accepted).allSatisfy(peer -> assertThat(peer.frames).isEmpty());
    }

    /** Attack: the listener is replaced by one that speaks in the clear. */
    @Test
    void whoAnswersInTheClearIsNotSpokenTo() throws Exception {
        Listener plain = listen(Protection.NONE);

        assertRefused(plain.address(), new Protection.Pinned("0".repeat(64)));
    }

    /** Attack: bytes in the clear at a protected port. */
    @Test
    void whoSpeaksInTheClearIsCutOffBeforeAFrameIsLookedAt() throws Exception {
        Listener listener = listen(new Protection.Ephemeral());
        try (Socket socket = socket(listener)) {
            socket.getOutputStream().write("POST / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();

            readToTheEnd(socket);
        }
        await().atMost(PATIENCE)
                .until(() -> !accepted.isEmpty() && accepted.get(0).closed.isDone());
        assertThat(accepted.get(0).frames).isEmpty();
    }

    /** Attack: a downgrade to what is broken. */
    @Test
    void versionsBefore12AreNotSpoken() throws Exception {
        Listener listener = listen(new Protection.Ephemeral());
        SSLContext any = SSLContext.getInstance("TLS");
        any.init(null, new TrustManager[] {new TrustsAll()}, null);
        try (Socket socket = socket(listener);
                SSLSocket old = (SSLSocket) any.getSocketFactory()
                        .createSocket(socket, "localhost", listener.address().port(), true)) {
            assertThat(List.of(old.getSupportedProtocols())).contains("TLSv1.1");
            old.setEnabledProtocols(new String[] {"TLSv1.1"});

            assertThatThrownBy(old::startHandshake).isInstanceOf(IOException.class);
        }
    }

    @Test
    void aProtectionOfTheOtherSideIsAMistakeInTheProgram() {
        assertThatThrownBy(() -> listen(new Protection.Pinned("0".repeat(64))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> connect(new Address("127.0.0.1", 1), new Protection.Ephemeral()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private Listener listen(Protection protection) throws IOException {
        Listener listener = stream.listen(
                new Address("127.0.0.1", 0), ChannelSettings.defaults().with(protection), this::accept);
        listeners.add(listener);
        return listener;
    }

    private ConnectionHandler accept(Connection connection) {
        Peer peer = new Peer();
        peer.connection.complete(connection);
        accepted.add(peer);
        return peer;
    }

    private Connection connect(Address address, Protection protection) throws Exception {
        Peer peer = new Peer();
        Connection connection = stream.connect(
                        address, ChannelSettings.defaults().shakingHandsWithin(PATIENCE).with(protection), peer)
                .toCompletableFuture()
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        connections.add(connection);
        return connection;
    }

    private void assertRefused(Address address, Protection protection) {
        assertThatThrownBy(() -> connect(address, protection))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONNECT_FAILED));
    }

    private static Socket socket(Listener listener) throws IOException {
        Socket socket = new Socket(
                InetAddress.getByName(listener.address().host()),
                listener.address().port());
        socket.setSoTimeout((int) PATIENCE.toMillis());
        return socket;
    }

    /** Until the other side has ended it, by an end or a reset. */
    private static void readToTheEnd(Socket socket) throws IOException {
        try {
            while (socket.getInputStream().read() >= 0) {
                assertThat(socket.isClosed()).isFalse();
            }
        } catch (SocketTimeoutException e) {
            throw new AssertionError("still connected", e);
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("reset");
        }
    }

    /** For a client that would take anybody. */
    private static final class TrustsAll implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
