package io.parley.cxf.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.soap.SOAPBinding;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests WebSocket upgrades at a service's URL that are not meant for Parley. */
class ForeignUpgradeTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();

    @AfterEach
    void stop() {
        published.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "chat"})
    void anotherProtocolGetsWhatItGetsWithoutParley(String protocol) {
        String plain = published.endpoint("plain");
        published.publishAny(new WrappedStationsImpl(), plain, SOAP11);
        published.publishAny(
                new WrappedStationsImpl(),
                published.address(),
                SOAP11,
                new ParleyFeature().set("parley.channels", "websocket"));
        WrappedStations client = published.proxy(
                WrappedStations.class,
                SOAP11,
                Published.patient().mode(Mode.ALWAYS).set("parley.channels", "websocket"));
        assertThat(client.echo("streams")).isEqualTo("streams");

        HttpResponse<?> found = refusal(published.address(), protocol);

        assertThat(found.statusCode()).isEqualTo(refusal(plain, protocol).statusCode());
        assertThat(found.headers().map()).doesNotContainKey("parley-code");
        assertThat(client.echo("streams on")).isEqualTo("streams on");
    }

    private static HttpResponse<?> refusal(String address, String protocol) {
        WebSocket.Builder socket = HttpClient.newHttpClient().newWebSocketBuilder();
        if (!protocol.isEmpty()) {
            socket.subprotocols(protocol);
        }
        URI uri = URI.create(address.replace("http:", "ws:"));
        CompletionException why = catchThrowableOfType(
                CompletionException.class,
                () -> socket.buildAsync(uri, new WebSocket.Listener() {}).join());
        return ((WebSocketHandshakeException) why.getCause()).getResponse();
    }
}
