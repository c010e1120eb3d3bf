package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpServer;
import io.parley.testkit.StallingService;
import io.parley.testkit.StallingService.Stop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class WsdlAddressTest {
    private static final String HEAD = "<w:definitions xmlns:w='http://schemas.xmlsoap.org/wsdl/'"
            + " xmlns:s='http://schemas.xmlsoap.org/wsdl/soap/' targetNamespace='urn:x'>";
    private static final String END = "</w:definitions>";

    private HttpServer server;
    private URI url;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
        url = URI.create("http://localhost:" + server.getAddress().getPort() + "/service?wsdl");
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void theFirstPortByHttpHasTheAddress() throws IOException {
        serve(HEAD + "<w:types><s:address location='http://types.example/'/></w:types><w:service name='a'>"
                + "<w:port name='j'><s:address location='jms:queue:x'/></w:port>"
                + "<w:port name='h'><w:documentation/><s:address location='http://one.example/s'/></w:port>"
                + "<w:port name='i'><s:address location='http://two.example/s'/></w:port></w:service>" + END);

        assertThat(read()).isEqualTo(URI.create("http://one.example/s"));
    }

    @Test
    void aWsdlElsewhereIsFollowed() throws IOException {
        serve(
                "/moved",
                HEAD + "<w:service name='a'><w:port name='h'><s:address location='https://three.example/s'/>"
                        + "</w:port></w:service>" + END);
        server.createContext("/service", exchange -> {
            exchange.getResponseHeaders().add("Location", "/moved");
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });

        assertThat(read()).isEqualTo(URI.create("https://three.example/s"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/service?wsdl", "https://localhost/", "", "::", "ftp://localhost/", "/service?"})
    void redirectionsThatLeadNowhereEnd(String location) {
        server.createContext("/", exchange -> {
            exchange.getResponseHeaders()
                    .add("Location", location + (location.endsWith("?") ? exchange.hashCode() : ""));
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });

        assertThatThrownBy(this::read).isInstanceOf(IOException.class).hasMessageContaining(url.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"jms:queue:x", "http://[", ""})
    void aWsdlWithoutAnHttpAddressIsRefused(String location) {
        serve(HEAD + "<w:service name='a'><w:port name='h'><s:address location='" + location
                + "'/></w:port></w:service>" + END);

        assertThatThrownBy(this::read)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("expected an http address in the WSDL at " + url);
    }

    @ParameterizedTest
    @ValueSource(strings = {"no XML", "<!DOCTYPE a><a/>", "<a><b></a>"})
    void whatIsNoWsdlIsRefusedWithItsPlace(String content) {
        serve(content);

        assertThatThrownBy(this::read)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("expected a WSDL at " + url)
                .hasMessageNotContaining(content);
    }

    @Test
    void aClosedPortIsNoAnswer() {
        server.stop(0);

        assertThatThrownBy(this::read)
                .isInstanceOf(IOException.class)
                .hasNoCause()
                .hasMessage("expected a WSDL at " + url + ", found none that answers");
    }

    @ParameterizedTest
    @EnumSource(Stop.class)
    void aWsdlThatStallsIsGivenUpInTime(Stop stop) throws Exception {
        try (StallingService stalling = new StallingService(stop, "text/xml", "<definitions>")) {
            URI place = URI.create(stalling.url() + "service?wsdl");
            Throwable end = CompletableFuture.supplyAsync(() -> catchThrowable(
                            () -> WsdlAddress.read(place, ServiceTrials.client(place), Duration.ofSeconds(1))))
                    .join();

            assertThat(end).isInstanceOf(IOException.class);
        }
    }

    private URI read() throws IOException {
        return WsdlAddress.read(url, ServiceTrials.client(url));
    }

    private void serve(String wsdl) {
        serve("/service", wsdl);
    }

    private void serve(String path, String wsdl) {
        server.createContext(path, exchange -> {
            byte[] bytes = wsdl.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/xml");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }
}
