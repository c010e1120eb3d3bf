package io.parley.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Listener;
import io.parley.channel.Protection;
import io.parley.channel.TlsPolicy;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests on real sockets which peers can connect over TLS, and which certificates are accepted. */
class TlsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final byte[] FRAME = {0, 0, 0, 1, 7};

    private final ChannelProvider stream = stream(library());
    private final List<Peer> accepted = new CopyOnWriteArrayList<>();
    private final List<Connection> connections = new CopyOnWriteArrayList<>();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    /** Returns the TLS implementation under test. */
    SslProvider library() {
        return SslProvider.JDK;
    }

    static ChannelProvider stream(SslProvider library) {
        return new StreamConnectionFactory(EventLoops.shared(), NameLookup.shared(), ByteBufAllocator.DEFAULT, library);
    }

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
    void aRenewedListenerShowsTheNewCertificateAndTheOldToWhomItWasPromised() throws Exception {
        Protection.Certified first = EphemeralCertificate.make(Instant.now());
        Protection.Certified second = rsa();
        Listener listener = listen(first);
        String before = listener.certificate();
        Connection standing = connect(listener.address(), new Protection.Pinned(before));

        listener.renew(second);

        assertThat(listener.certificate()).isEqualTo(fingerprint(second)).isNotEqualTo(before);
        assertThat(connect(listener.address(), new Protection.Pinned(listener.certificate()))
                        .isSecure())
                .isTrue();
        assertThat(connect(listener.address(), new Protection.Pinned(before)).isSecure())
                .as("an answer was under way, or a session waits to be resumed")
                .isTrue();
        assertThat(shownToAnybody(listener)).isEqualTo(listener.certificate());
        standing.send(Peer.frame(new byte[] {3}));
        standing.flush();
        await().atMost(PATIENCE).until(() -> accepted.get(0).frames.size() == 1);
    }

    @Test
    void onlyTheLastFewCertificatesAreShown() throws Exception {
        Listener listener = listen(new Protection.Ephemeral());
        String first = listener.certificate();
        for (int i = 0; i < 3; i++) {
            listener.renew(EphemeralCertificate.make(Instant.now()));
        }
        assertThat(connect(listener.address(), new Protection.Pinned(first)).isSecure())
                .isTrue();

        listener.renew(EphemeralCertificate.make(Instant.now()));

        assertRefused(listener.address(), new Protection.Pinned(first));
    }

    /** Attack: repeated renegotiation on one connection, before any token is sent. */
    @Test
    void whoShakesHandsOnceMoreIsCut() throws Exception {
        Listener listener = listen(new Protection.Ephemeral());
        try (SSLSocket socket = anybody("TLSv1.2", listener.address())) {
            socket.startHandshake();
            socket.setSoTimeout(20_000);
            await().atMost(PATIENCE).until(() -> !accepted.isEmpty());

            assertThat(endsAfterAnotherHandshake(socket)).isTrue();
            await().atMost(PATIENCE).until(accepted.get(0).closed::isDone);
        }
        assertThat(connect(listener.address(), new Protection.Pinned(listener.certificate()))
                        .isSecure())
                .isTrue();
    }

    @Test
    void thirteenIsSpokenUnlessTheOtherSideCannot() throws Exception {
        Listener listener = listen(new Protection.Ephemeral());
        for (String version : List.of("TLSv1.3", "TLSv1.2")) {
            try (SSLSocket socket = anybody(version, listener.address())) {
                socket.setEnabledProtocols(
                        version.equals("TLSv1.2") ? new String[] {version} : new String[] {"TLSv1.2", version});
                socket.startHandshake();
                assertThat(socket.getSession().getProtocol()).isEqualTo(version);
                assertThat(TlsPolicy.cipherSuites())
                        .contains(socket.getSession().getCipherSuite());
            }
        }
    }

    /** A key update of TLS 1.3 is not a renegotiation. */
    @Test
    void whoTakesNewKeysGoesOn() throws Exception {
        Listener listener = listen(new Protection.Ephemeral());
        try (SSLSocket socket = anybody("TLSv1.3", listener.address())) {
            socket.startHandshake();
            socket.getOutputStream().write(FRAME);
            for (int i = 0; i < 3; i++) {
                socket.startHandshake();
                socket.getOutputStream().write(FRAME);
            }
            socket.getOutputStream().flush();
            await().atMost(PATIENCE)
                    .until(() -> !accepted.isEmpty() && accepted.get(0).frames.size() == 4);
        }
    }

    /** Returns whether the peer closes the connection instead of renegotiating or waiting. */
    private static boolean endsAfterAnotherHandshake(SSLSocket socket) {
        try {
            socket.startHandshake();
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /** Returns a client that trusts any certificate. */
    private static SSLSocket anybody(String version, Address address) throws Exception {
        SSLContext context = SSLContext.getInstance(version);
        context.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(address.host(), address.port());
        socket.setSoTimeout((int) PATIENCE.toMillis());
        socket.setEnabledProtocols(new String[] {version});
        return socket;
    }

    @Test
    void aListenerInTheClearHasNothingToRenew() throws Exception {
        Listener plain = listen(Protection.NONE);
        Protection.Certified certified = EphemeralCertificate.make(Instant.now());

        assertThatThrownBy(() -> plain.renew(certified)).isInstanceOf(IllegalStateException.class);
        assertThat(plain.certificate()).isEmpty();
    }

    /** Attack: a certificate that has expired, and whose key may be known; or one that is not yet valid. */
    @Test
    void aCertificateIsGoodOnlyWithinItsLifetime() throws Exception {
        for (Duration away : List.of(Duration.ofDays(-11 * 366), Duration.ofDays(3))) {
            Listener listener = listen(EphemeralCertificate.make(Instant.now().plus(away)));

            assertThat(assertRefused(listener.address(), new Protection.Pinned(listener.certificate())))
                    .contains("within its lifetime");
        }
    }

    /** Attack: a port that accepts connections and sends nothing. */
    @Test
    void whoShakesNoHandsIsGivenUpWithinTheLimitForHandshakes() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            ChannelSettings settings = ChannelSettings.defaults()
                    .shakingHandsWithin(Duration.ofMillis(200))
                    .with(new Protection.Pinned("0".repeat(64)));

            assertThatThrownBy(() -> connect(new Address("127.0.0.1", silent.getLocalPort()), settings))
                    .cause()
                    .isInstanceOfSatisfying(
                            ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OPEN_TIMEOUT));
        }
    }

    @Test
    void everyListenerHasAKeyOfItsOwn() throws Exception {
        assertThat(listen(new Protection.Ephemeral()).certificate())
                .matches("[0-9a-f]{64}")
                .isNotEqualTo(listen(new Protection.Ephemeral()).certificate());
    }

    /** Attack: a man in the middle with a certificate of its own. */
    @Test
    void whoShowsAnotherCertificateIsNotSpokenTo() throws Exception {
        Listener real = listen(new Protection.Ephemeral());
        Listener middle = listen(new Protection.Ephemeral());

        assertThat(assertRefused(middle.address(), new Protection.Pinned(real.certificate())))
                .contains("expected the certificate", real.certificate(), "found " + middle.certificate());
        assertThat(accepted).allSatisfy(peer -> assertThat(peer.frames).isEmpty());
    }

    /** Attack: the listener is replaced by one without TLS. */
    @Test
    void whoAnswersInTheClearIsNotSpokenTo() throws Exception {
        Listener plain = listen(Protection.NONE);

        assertRefused(plain.address(), new Protection.Pinned("0".repeat(64)));
    }

    /** Attack: plain text at a protected port. */
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

    /** Attack: a downgrade to a broken version. */
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
        return listen(stream, protection);
    }

    Listener listen(ChannelProvider by, Protection protection) throws IOException {
        Listener listener = by.listen(
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
        return connect(address, patient(protection));
    }

    static ChannelSettings patient(Protection protection) {
        return ChannelSettings.defaults()
                .within(PATIENCE)
                .shakingHandsWithin(PATIENCE)
                .with(protection);
    }

    private Connection connect(Address address, ChannelSettings settings) throws Exception {
        return connect(stream, address, settings);
    }

    Connection connect(ChannelProvider by, Address address, ChannelSettings settings) throws Exception {
        Peer peer = new Peer();
        Connection connection =
                by.connect(address, settings, peer).toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        connections.add(connection);
        return connection;
    }

    /** Asserts that connecting is refused; returns the error's message. */
    private String assertRefused(Address address, Protection protection) {
        Throwable refused = catchThrowable(() -> connect(address, protection));
        assertThat(refused).isInstanceOf(ExecutionException.class);
        assertThat(refused.getCause())
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONNECT_FAILED));
        return refused.getCause().getMessage();
    }

    private static String fingerprint(Protection.Certified certified) {
        return Protection.fingerprint(certified.chain().get(0));
    }

    /** Returns the fingerprint of the certificate that is sent to a client without SNI. */
    private static String shownToAnybody(Listener listener) throws Exception {
        SSLContext any = SSLContext.getInstance("TLS");
        any.init(null, new TrustManager[] {new TrustsAll()}, null);
        try (Socket socket = socket(listener);
                SSLSocket shaking = (SSLSocket) any.getSocketFactory()
                        .createSocket(socket, "localhost", listener.address().port(), true)) {
            shaking.startHandshake();
            return Protection.fingerprint((X509Certificate) shaking.getSession().getPeerCertificates()[0]);
        }
    }

    /** Returns a certificate with an RSA key instead of the default algorithm. */
    private static Protection.Certified rsa() throws Exception {
        KeyPairGenerator keys = KeyPairGenerator.getInstance("RSA");
        keys.initialize(2048);
        KeyPair pair = keys.generateKeyPair();
        X500Name name = new X500Name("CN=operator");
        Instant now = Instant.now();
        return new Protection.Certified(
                pair.getPrivate(),
                List.of(new JcaX509CertificateConverter()
                        .getCertificate(new JcaX509v3CertificateBuilder(
                                        name,
                                        BigInteger.ONE,
                                        Date.from(now.minusSeconds(3600)),
                                        Date.from(now.plusSeconds(3600)),
                                        name,
                                        pair.getPublic())
                                .build(new JcaContentSignerBuilder("SHA256withRSA").build(pair.getPrivate())))));
    }

    private static Socket socket(Listener listener) throws IOException {
        Socket socket = new Socket(
                InetAddress.getByName(listener.address().host()),
                listener.address().port());
        socket.setSoTimeout((int) PATIENCE.toMillis());
        return socket;
    }

    /** Reads until the peer has closed the connection, with or without a reset. */
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

    /** A trust manager that accepts any peer. */
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
