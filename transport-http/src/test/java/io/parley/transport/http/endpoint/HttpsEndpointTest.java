package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.KeyStoreFile;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.testkit.NewKeys;
import io.parley.transport.http.Raw;
import io.parley.transport.http.endpoint.Samples.Numbers;
import io.parley.transport.http.endpoint.Samples.Total;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests an endpoint at an https URL, with a certificate for localhost. */
class HttpsEndpointTest {
    @TempDir
    private static Path folder;

    private static Path own;
    private static Path another;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final AtomicInteger handled = new AtomicInteger();
    private HttpEndpoint endpoint;

    @BeforeAll
    static void makeKeys() throws Exception {
        own = NewKeys.in(folder, "own");
        another = NewKeys.in(folder, "another");
    }

    @BeforeEach
    void start() throws Exception {
        endpoint = HttpEndpoint.serve(Samples.CONTRACT)
                .on("sum", Numbers.class, numbers -> {
                    handled.incrementAndGet();
                    return Samples.sum(numbers);
                })
                .host("127.0.0.1")
                .advertise("localhost")
                .protection(KeyStoreFile.of(own, NewKeys.PASSWORD).read())
                .quicPort(0)
                .start(0);
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
        endpoint.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"quic", "stream", "websocket", "http"})
    void whoTrustsItsCertificateHasASessionOnEitherChannel(String channel) throws Exception {
        HttpEndpointClient client = client(own, endpoint.url(), Mode.ALWAYS, channel);

        assertThat(sum(client)).isEqualTo(6.0);
        assertThat(client.channel()).contains(channel);
        assertThat(endpoint.url()).hasScheme("https");
    }

    @Test
    void callsBySoapAndTheWsdlGoOverTlsToo() throws Exception {
        assertThat(sum(client(own, endpoint.url(), Mode.NEVER))).isEqualTo(6.0);
        HttpRequest wsdl =
                HttpRequest.newBuilder(URI.create(endpoint.url() + "?wsdl")).build();
        assertThat(trusting(own)
                        .send(wsdl, HttpResponse.BodyHandlers.ofString())
                        .body())
                .contains("location=\"https://localhost:" + endpoint.url().getPort() + "/\"");
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void whoTrustsAnotherCertificateSendsItNothing(Mode mode) throws Exception {
        HttpEndpointClient client = client(another, endpoint.url(), mode);

        assertThatThrownBy(() -> sum(client)).isInstanceOf(ParleyException.class);
        assertThat(handled).hasValue(0);
        assertThat(endpoint.sessions()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void whoCallsItByAHostThatTheCertificateIsNotForSendsItNothing(Mode mode) throws Exception {
        URI elsewhere = URI.create(endpoint.url().toString().replace("localhost", "127.0.0.1"));
        HttpEndpointClient client = client(own, elsewhere, mode);

        assertThatThrownBy(() -> sum(client)).isInstanceOf(ParleyException.class);
        assertThat(handled).hasValue(0);
        assertThat(endpoint.sessions()).isZero();
    }

    @Test
    void aCallThatNoTrustedServerTookMayBeMadeAgain() throws Exception {
        HttpEndpointClient client = client(another, endpoint.url(), Mode.NEVER);

        assertThatThrownBy(() -> sum(client)).isInstanceOfSatisfying(ParleyException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.CONNECT_FAILED);
            assertThat(e.retry()).isEqualTo(ErrorCode.Retry.SAFE);
        });
    }

    /** Attack: a plain request at the TLS port, in the hope of a plain response. */
    @Test
    void aPlainRequestAtThePortOfTlsIsAnsweredWithNoHttp() throws Exception {
        try (Raw attacker = new Raw(endpoint.url().getPort())) {
            attacker.send("GET /?wsdl HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(attacker.rest()).doesNotContain("HTTP/1.1").doesNotContain("wsdl");
        }
        assertThat(sum(client(own, endpoint.url(), Mode.ALWAYS))).isEqualTo(6.0);
    }

    /** Attack: a client, or someone who modifies its offers, requests an unprotected session of an https address. */
    @ParameterizedTest
    @ValueSource(strings = {"stream", "websocket", "http"})
    void anOfferForAPlainChannelIsRefused(String channel) throws Exception {
        assertThat(post(plainOffer(channel)))
                .contains("<p:refusal")
                .contains("reason=\"" + FallbackReason.TLS_NOT_AVAILABLE + '"');
        assertThat(endpoint.sessions()).isZero();
    }

    /** Attack: plain bytes at the port of the stream. */
    @Test
    void thePortOfTheStreamSpeaksNothingButTls() throws Exception {
        try (Raw attacker = new Raw(endpoint.streamPort())) {
            attacker.send("PARLEY\u0001\u0000 and whatever else comes in the clear\r\n".repeat(4));
            // At most a TLS alert: such records begin with 0x15.
            assertThat(attacker.rest()).matches("(?s)(\u0015.{6})?");
        }
        assertThat(endpoint.sessions()).isZero();
    }

    /** Attack: repeated renegotiation on one connection, before any request. */
    @Test
    void whoShakesHandsOnceMoreIsCut() throws Exception {
        for (int port : new int[] {endpoint.url().getPort(), endpoint.streamPort()}) {
            try (SSLSocket socket = (SSLSocket) anybody().getSocketFactory().createSocket("localhost", port)) {
                socket.setEnabledProtocols(new String[] {"TLSv1.2"});
                socket.setSoTimeout(8_000);
                socket.startHandshake();
                assertThat(endsAfterAnotherHandshake(socket)).isTrue();
            }
        }
        assertThat(sum(client(own, endpoint.url(), Mode.ALWAYS))).isEqualTo(6.0);
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

    private static SSLContext anybody() throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
        return context;
    }

    private static String plainOffer(String channel) {
        return """
                <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Header>
                <p:negotiation xmlns:p="urn:parley:1" soap:mustUnderstand="1"/></soap:Header><soap:Body>
                <p:offer xmlns:p="urn:parley:1" version="1" id="5f0c" endpoint="{urn:samples}">
                <p:representation>hhfr</p:representation><p:channel>%s</p:channel><p:security>none</p:security>
                <p:compression>none</p:compression><p:reliability>none</p:reliability><p:lifetime>3600</p:lifetime>
                <p:data fingerprint="%s"/></p:offer></soap:Body></soap:Envelope>""".formatted(channel, Samples.CONTRACT.fingerprint());
    }

    private String post(String offer) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(endpoint.url())
                .header("Content-Type", "text/xml; charset=UTF-8")
                .header("SOAPAction", "\"\"")
                .POST(HttpRequest.BodyPublishers.ofString(offer))
                .build();
        return trusting(own).send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    private HttpEndpointClient client(Path trusted, URI url, Mode mode, String... channels) throws Exception {
        HttpEndpointClient.Builder client =
                HttpEndpointClient.of(Samples.CONTRACT).mode(mode).http(trusting(trusted));
        if (channels.length > 0) {
            client.channels(channels);
        }
        HttpEndpointClient opened = client.open(url);
        open.add(opened);
        return opened;
    }

    private static HttpClient trusting(Path file) throws Exception {
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(KeyStore.getInstance(file.toFile(), NewKeys.PASSWORD.toCharArray()));
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, trusted.getTrustManagers(), null);
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(tls)
                .build();
    }

    private static double sum(HttpEndpointClient client) {
        return client.call("sum", Numbers.of(1, 2, 3), Total.class).value;
    }
}
