package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.parley.channel.Address;
import io.parley.channel.KeyStoreFile;
import io.parley.channel.Protection;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.Reading;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.endpoint.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Tests a service at an https address with a certificate that only its own clients trust. */
class HttpsTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final String STREAM = "stream";

    @TempDir
    private static Path directory;

    private static KeyStore keys;

    private final Published published = new Published();
    private final String address = Https.address(published);

    @BeforeAll
    static void make() throws Exception {
        keys = Certificates.make(directory, "localhost");
    }

    @BeforeEach
    void serve() throws Exception {
        Https.serve(published, keys);
    }

    @AfterEach
    void stop() {
        published.close();
    }

    @Shows(Use.FINGERPRINT)
    @Test
    void callsStreamOverTlsWithACertificateThatTheAnswerVouchesFor() throws Exception {
        Server server = publish(new ParleyFeature());
        WrappedStations stations = client(always());

        assertThat(stations.echo("x")).isEqualTo("x");
        assertThat(stations.sum(Reading.of("north", 1, 2))).isEqualTo(3);

        Agreement agreement = Published.status(stations).agreement().orElseThrow();
        assertThat(agreement.channel()).isEqualTo(STREAM);
        assertThat(agreement.security()).isEqualTo(ChannelSecurity.TLS);
        assertThat(agreement.certificate()).matches("[0-9a-f]{64}").isNotEqualTo(fingerprint(keys));
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(2);
        assertThat(ParleyStatus.of(server).orElseThrow().streamedCalls()).isEqualTo(2);
        assertThat(ParleyStatus.of(server).orElseThrow().listening())
                .as("one port, and none in the clear")
                .singleElement()
                .satisfies(port -> assertThat(port.port())
                        .isEqualTo(agreement.addresses().get(0).port()));
        assertCutOff(agreement.addresses().get(0).port());
    }

    @Shows(Use.NEVER_PLAIN)
    @Test
    void aChannelThatCannotBeProtectedIsNotListenedOn() throws Exception {
        publish(new ParleyFeature().set("parley.channels", "local"));
        WrappedStations stations = client(Published.patient());

        assertThat(stations.echo("x")).isEqualTo("x");
        ParleyStatus.settled(Published.client(stations)).toCompletableFuture().get(60, TimeUnit.SECONDS);
        assertThat(stations.echo("y")).isEqualTo("y");

        assertThat(Published.status(stations).fallbacks())
                .containsOnlyKeys(FallbackReason.NEGOTIATING, FallbackReason.NO_COMMON_TERM);
        assertThat(ParleyStatus.of(published.server()).orElseThrow().listening())
                .isEmpty();
    }

    @Test
    void whereTheHttpChannelIsWantedSessionsGoThroughTheServicesOwnTls() throws Exception {
        publish(new ParleyFeature().set("parley.channels", "http"));
        WrappedStations stations = client(always());

        assertThat(stations.echo("x")).isEqualTo("x");

        Agreement agreement = Published.status(stations).agreement().orElseThrow();
        assertThat(agreement.channel()).isEqualTo("http");
        assertThat(agreement.security()).isEqualTo(ChannelSecurity.TLS);
        assertThat(agreement.certificate()).isEmpty();
        assertThat(ParleyStatus.of(published.server()).orElseThrow().listening())
                .isEmpty();
    }

    @Test
    void aServiceAtHttpsAndOneAtHttpHaveAListenerEach() throws Exception {
        publish(new ParleyFeature());
        WrappedStations secured = client(always());
        assertThat(secured.echo("x")).isEqualTo("x");
        String plain = "http://localhost:" + Published.freePort() + "/plain";
        Server other = published.publishAny(new WrappedStationsImpl(), plain, SOAP11, new ParleyFeature());
        WrappedStations open = published.proxy(WrappedStations.class, plain, SOAP11, always());
        assertThat(open.echo("x")).isEqualTo("x");

        Agreement inTheClear = Published.status(open).agreement().orElseThrow();
        assertThat(inTheClear.security()).isEqualTo(ChannelSecurity.NONE);
        assertThat(inTheClear.addresses())
                .isNotEqualTo(
                        Published.status(secured).agreement().orElseThrow().addresses());
        assertThat(ParleyStatus.of(other).orElseThrow().listening()).hasSize(1);
    }

    @Shows(Use.KEY_STORE)
    @Test
    void aKeyStoreOfTheOperatorsIsShownAndReadAgainWhenItIsReplaced() throws Exception {
        Path store = directory.resolve("stream.p12");
        Certificates.write(store, "first");
        publish(withKeyStore(store));
        WrappedStations before = client(always());
        assertThat(before.echo("x")).isEqualTo("x");
        assertThat(certificate(before)).isEqualTo(fingerprint(store));

        Path next = directory.resolve("next.p12");
        Certificates.write(next, "second");
        Files.writeString(store, "half a key store");
        WrappedStations meanwhile = client(always());
        assertThat(meanwhile.echo("y")).isEqualTo("y");
        assertThat(certificate(meanwhile)).as("what was read last").isEqualTo(certificate(before));
        Files.move(next, store, StandardCopyOption.REPLACE_EXISTING);
        WrappedStations after = client(always());
        assertThat(after.echo("z")).isEqualTo("z");

        assertThat(certificate(after)).isEqualTo(fingerprint(store)).isNotEqualTo(certificate(before));
        assertThat(before.echo("on the session that stands")).isEqualTo("on the session that stands");
        assertThat(Published.status(before).streamedCalls()).isEqualTo(2);
    }

    @Shows(Use.NEVER_PLAIN)
    @Test
    void aKeyStoreThatCannotBeReadIsNoReasonForAPlainStream() throws Exception {
        publish(withKeyStore(directory.resolve("none.p12")));
        WrappedStations stations = client(always());

        assertThat(stations.echo("x")).isEqualTo("x");

        assertThat(Published.status(stations).agreement().orElseThrow().channel())
                .isEqualTo("websocket");
    }

    @Test
    void anUnusableKeyStoreIsOneLineOfTheLogForAnyNumberOfOffers() throws Exception {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger logger = (Logger) LoggerFactory.getLogger("io.parley.cxf");
        logger.addAppender(log);
        try {
            publish(withKeyStore(directory.resolve("none.p12")));
            for (String offer : List.of("first", "second", "third")) {
                WrappedStations stations = Https.trusting(
                        keys, published.proxy(WrappedStations.class, address + "?" + offer, SOAP11, always()));
                assertThat(stations.echo(offer)).isEqualTo(offer);
            }
        } finally {
            logger.detachAppender(log);
        }

        assertThat(log.list)
                .filteredOn(event -> event.getLevel() == Level.WARN)
                .singleElement()
                .satisfies(event -> assertThat(event.getThrowableProxy()).isNull())
                .satisfies(event -> assertThat(event.getFormattedMessage())
                        .contains("failed to open the channel stream", "cannot use the key store")
                        .endsWith("none.p12: expected a file, found none; set parley.key-store and"
                                + " parley.key-store-password"));
    }

    /** Attack: a foreign certificate; the conduit that checks calls checks offers as well. */
    @Test
    void whoDoesNotTrustTheServiceHasNoSessionWithIt() throws Exception {
        publish(new ParleyFeature());
        WrappedStations stations = Https.trusting(
                Certificates.make(directory, "other"),
                published.proxy(WrappedStations.class, address, SOAP11, Published.patient()));

        assertThatThrownBy(() -> stations.echo("x")).hasStackTraceContaining("SSLHandshakeException");

        assertThat(Published.status(stations).streamedCalls()).isZero();
    }

    /** Attack: the port leads to a server with another certificate. */
    @Shows(Use.WRONG_CERTIFICATE)
    @Test
    void aStreamWithAnotherCertificateIsNotSpokenTo() throws Exception {
        try (Published other = new Published()) {
            Https.serve(other, keys);
            Server elsewhere =
                    other.publishAny(new WrappedStationsImpl(), Https.address(other), SOAP11, new ParleyFeature());
            publish(at(port(elsewhere)));

            assertGoesBySoap("another certificate: expected the certificate with the fingerprint");
            assertPassedOver();
        }
    }

    /** Attack: the port leads to a listener in the clear. */
    @Shows(Use.PLAIN_AFTER_HTTPS)
    @Test
    void aStreamInTheClearIsNotSpokenTo() throws Exception {
        try (Published other = new Published()) {
            Server elsewhere =
                    other.publishAny(new WrappedStationsImpl(), other.address(), SOAP11, new ParleyFeature());
            publish(at(port(elsewhere)));

            assertGoesBySoap("found");
            assertPassedOver();
        }
    }

    /** Attack: the port leads to a server with a key whose certificate expired, and which may be compromised. */
    @Shows(Use.EXPIRED_CERTIFICATE)
    @Test
    void aStreamWithAnExpiredCertificateIsNotSpokenTo() throws Exception {
        Path expired = directory.resolve("expired.p12");
        Certificates.write(expired, "expired", "-startdate", "-10d", "-validity", "3");
        publish(withKeyStore(expired));

        assertGoesBySoap("expected a certificate within its lifetime");
        assertPassedOver();
    }

    private void assertGoesBySoap(String detail) throws Exception {
        WrappedStations stations = client(Published.patient().set("parley.channels", STREAM));
        assertThat(stations.echo("x")).isEqualTo("x");
        ParleyStatus.settled(Published.client(stations)).toCompletableFuture().get(60, TimeUnit.SECONDS);
        assertThat(stations.echo("y")).isEqualTo("y");

        ParleyStatus status = Published.status(stations);
        assertThat(status.fallbacks()).containsOnlyKeys(FallbackReason.NEGOTIATING, FallbackReason.CONNECT_FAILED);
        assertThat(status.lastDetail()).contains(detail);
        assertThat(status.streamedCalls()).isZero();
    }

    /** The other channel takes over if both sides support one. */
    private void assertPassedOver() throws Exception {
        WrappedStations stations =
                Https.trusting(keys, published.proxy(WrappedStations.class, address + "?other", SOAP11, always()));

        assertThat(stations.echo("x")).isEqualTo("x");

        assertThat(Published.status(stations).agreement().orElseThrow().channel())
                .isEqualTo("websocket");
        assertThat(Published.status(stations).failedChannels())
                .isEqualTo(Map.of(STREAM, FallbackReason.CONNECT_FAILED));
    }

    private static void assertCutOff(int port) throws IOException {
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write("PRLY\1\0\0\0".getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            byte[] answered = socket.getInputStream().readAllBytes();
            assertThat(new String(answered, StandardCharsets.ISO_8859_1)).doesNotContain("PRLY");
        }
    }

    private static ParleyFeature always() {
        return Published.patient().mode(Mode.ALWAYS);
    }

    private static ParleyFeature at(int port) {
        return new ParleyFeature().set("parley.advertised-port", port);
    }

    private static ParleyFeature withKeyStore(Path store) {
        return new ParleyFeature()
                .set("parley.key-store", store.toString())
                .set("parley.key-store-password", Certificates.password());
    }

    private static int port(Server server) throws Exception {
        ParleyStatus.ready(server).toCompletableFuture().get(60, TimeUnit.SECONDS);
        List<Address> listening = ParleyStatus.of(server).orElseThrow().listening();
        assertThat(listening).hasSize(1);
        return listening.get(0).port();
    }

    private static String certificate(WrappedStations stations) {
        return Published.status(stations).agreement().orElseThrow().certificate();
    }

    private static String fingerprint(KeyStore store) throws Exception {
        return Protection.fingerprint(
                (X509Certificate) store.getCertificate(store.aliases().nextElement()));
    }

    private static String fingerprint(Path store) throws Exception {
        return Protection.fingerprint(
                KeyStoreFile.of(store, Certificates.password()).read().chain().get(0));
    }

    private Server publish(ParleyFeature feature) {
        return published.publishAny(new WrappedStationsImpl(), address, SOAP11, feature);
    }

    private WrappedStations client(ParleyFeature feature) throws Exception {
        return Https.trusting(keys, published.proxy(WrappedStations.class, address, SOAP11, feature));
    }
}
