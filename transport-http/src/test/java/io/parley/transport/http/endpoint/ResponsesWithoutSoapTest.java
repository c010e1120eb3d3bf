package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.negotiation.Mode;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that a call which gets no SOAP message says what the status of the response means. */
class ResponsesWithoutSoapTest {

    @ParameterizedTest
    @CsvSource({
        "200, expected the media type text/xml",
        "302, 'the status 302: the service is elsewhere, or wants a login'",
        "404, 'the status 404: there is nothing at this path'",
        "403, 'the status 403: the caller may not call it'",
        "503, 'the status 503: the server is overloaded'",
        "418, 'the status 418: no reason is known'",
    })
    void aPageReadsAsItsStatus(int status, String text) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        byte[] page = "<html>payload".getBytes(StandardCharsets.UTF_8);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", "text/html");
            exchange.sendResponseHeaders(status, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        server.start();
        try {
            assertFails(
                    URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/"), ErrorCode.PROTOCOL, text);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aRequestThatIsTooLongIsBeyondALimit() throws Exception {
        Limits limits = Limits.defaults().with(Limit.MESSAGE_BYTES, 100);
        try (HttpEndpoint endpoint = serve(HttpEndpoint.serve(Samples.CONTRACT).limits(limits))) {
            assertFails(endpoint.url(), ErrorCode.LIMIT, "the status 413: the request is longer than the server takes");
        }
    }

    @Test
    void aRequestThatFindsNoMemoryIsOverBudget() throws Exception {
        Limits limits = Limits.defaults().with(Limit.TOTAL_BYTES, 1);
        try (HttpEndpoint endpoint = serve(HttpEndpoint.serve(Samples.CONTRACT).limits(limits))) {
            assertFails(endpoint.url(), ErrorCode.BUDGET, "the status 503: the server is overloaded");
        }
    }

    @Test
    void aCallerWithoutCredentialsIsToldToSendThem() throws Exception {
        try (HttpEndpoint endpoint =
                serve(HttpEndpoint.serve(Samples.CONTRACT).admission(authorization -> Optional.empty()))) {
            assertFails(endpoint.url(), ErrorCode.PROTOCOL, "the status 401: the caller is not known there");
        }
    }

    private static HttpEndpoint serve(HttpEndpoint.Builder service) throws Exception {
        return service.on("sum", Samples.Numbers.class, Samples::sum)
                .on("length", String.class, String::length)
                .onMessage("subscribe", Samples.Tick.class, (tick, session) -> {})
                .withoutStream()
                .start(0);
    }

    private static void assertFails(URI url, ErrorCode code, String text) {
        try (HttpEndpointClient client =
                HttpEndpointClient.of(Samples.CONTRACT).mode(Mode.NEVER).open(url)) {
            assertThatThrownBy(() -> client.call("length", "text", Integer.class))
                    .isInstanceOfSatisfying(
                            ParleyException.class, e -> assertThat(e.code()).isEqualTo(code))
                    .hasMessageContainingAll(url.toString(), text)
                    .hasMessageNotContaining("payload");
        }
    }
}
