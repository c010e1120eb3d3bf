package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.parley.testkit.FreePort;
import io.parley.testkit.StallingService;
import io.parley.testkit.StallingService.Stop;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the WSDL of a service that a gateway passes on. */
class PassedWsdlTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Bus bus = new CXFBusFactory().createBus();

    @AfterEach
    void stop() {
        bus.shutdown(true);
    }

    @ParameterizedTest
    @EnumSource(Stop.class)
    void aWsdlThatStallsIsGivenUpInTime(Stop stop) throws Exception {
        try (StallingService service = new StallingService(stop, "text/xml", "<definitions>")) {
            String at = publish(service.url());
            assertThat(get(at + "?wsdl")).succeedsWithin(PATIENCE).satisfies(answer -> {
                assertThat(answer.statusCode()).isEqualTo(502);
                assertThat(answer.body()).isEmpty();
            });
        }
    }

    /** Tests the forms of references to other documents of the same service, and of another one. */
    @ParameterizedTest
    @CsvSource({
        "?xsd=1, true",
        "stations?xsd=types.xsd, true",
        "/services/stations?wsdl=other.wsdl, true",
        "other?xsd=1, false",
        "../types.xsd, false",
    })
    void importsOfTheServiceComeThroughTheGatewayHoweverTheyAreWritten(String reference, boolean isThrough)
            throws Exception {
        String wsdl = "<definitions><import location='" + reference + "'/></definitions>";
        try (Site site = new Site(wsdl)) {
            String at = publish(URI.create(site.address("/services/stations")));
            String query = reference.replaceFirst(".*\\?", "?");
            String expected = isThrough
                    ? at + query
                    : URI.create(site.address("/services/")).resolve(reference).toString();

            assertThat(get(at + "?wsdl"))
                    .succeedsWithin(PATIENCE)
                    .extracting(HttpResponse::body)
                    .asString()
                    .contains("location=\"" + expected + "\"");
        }
    }

    @Test
    void importsOfAServiceWithoutAPathStayOnItsHost() throws Exception {
        try (Site site = new Site("<definitions><import location='.example.org/a.xsd'/></definitions>")) {
            String at = publish(URI.create(site.address("")));

            assertThat(get(at + "?wsdl"))
                    .succeedsWithin(PATIENCE)
                    .extracting(HttpResponse::body)
                    .asString()
                    .contains("location=\"" + site.address("/.example.org/a.xsd") + "\"");
        }
    }

    private String publish(URI to) throws Exception {
        String at = "http://localhost:" + FreePort.find() + "/gateway";
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(bus);
        factory.setServiceBean(new GatewayTest.DeskService());
        factory.setServiceClass(GatewayTest.Desk.class);
        factory.setAddress(at);
        factory.getInInterceptors().add(new PassedWsdl(URI.create(at), to, Duration.ofSeconds(1)));
        factory.create();
        return at;
    }

    private static CompletableFuture<HttpResponse<String>> get(String url) {
        return HttpClient.newHttpClient()
                .sendAsync(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** A server that returns the same text to every request. */
    private static final class Site implements AutoCloseable {
        private final HttpServer server;

        Site(String text) throws Exception {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            server.createContext("/", exchange -> {
                exchange.sendResponseHeaders(200, bytes.length);
                try (OutputStream out = exchange.getResponseBody()) {
                    out.write(bytes);
                }
            });
            server.start();
        }

        String address(String path) {
            return "http://localhost:" + server.getAddress().getPort() + path;
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }
}
