package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.examples.hosting.Clients;
import io.parley.examples.hosting.ServiceHost;
import io.parley.examples.services.Concatenation;
import io.parley.examples.services.Summation;
import io.parley.negotiation.Mode;
import io.parley.testkit.FreePort;
import jakarta.jws.Oneway;
import jakarta.jws.WebService;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.frontend.ClientProxy;
import org.junit.jupiter.api.Test;

/** Tests a gateway between SOAP on one side and the stream on the other. */
class GatewayTest {

    /** A service with an operation that fails and a one-way operation. */
    @WebService
    public interface Desk {
        String fail(String why);

        @Oneway
        void note(String text);
    }

    /** The implementation of the service. */
    @WebService
    public static final class DeskService implements Desk {
        private final CountDownLatch noted = new CountDownLatch(1);

        @Override
        public String fail(String why) {
            throw new IllegalStateException(why);
        }

        @Override
        public void note(String text) {
            noted.countDown();
        }
    }

    @Test
    void plainSoapComesInAndTheStreamGoesOut() throws IOException {
        try (ServiceHost services = ServiceHost.start("localhost", 0, List.of(new ParleyFeature()));
                Gateway gateway = open(services.summation());
                Clients clients = new Clients()) {
            Summation summation = clients.create(Summation.class, atGateway(services.summation()), List.of());
            await().until(() -> {
                assertThat(summation.sum(new float[] {1, 2.5f})).isEqualTo(3.5f);
                return gateway.outgoing().streamedCalls() > 0;
            });
            assertThat(gateway.incoming().streamedCalls()).isZero();
        }
    }

    @Test
    void theStreamComesInAndPlainSoapGoesOut() throws IOException {
        List<Feature> plain = List.of();
        try (ServiceHost services = ServiceHost.start("localhost", 0, plain);
                Gateway gateway = open(services.concatenation());
                Clients clients = new Clients()) {
            Concatenation concatenation = clients.create(
                    Concatenation.class, atGateway(services.concatenation()), List.of(new ParleyFeature()));
            await().until(() -> {
                assertThat(concatenation.concatenate(List.of("a", "b"))).isEqualTo("ab");
                return gateway.incoming().streamedCalls() > 0;
            });
            assertThat(gateway.outgoing().streamedCalls()).isZero();
        }
    }

    @Test
    void faultsAndMessagesThatNobodyAnswersPassToo() throws Exception {
        DeskService desk = new DeskService();
        try (ServiceHost services = ServiceHost.start("localhost", 0, List.of())) {
            String address = services.publish("desk", at -> desk, List.of());
            try (Gateway gateway = open(address);
                    Clients clients = new Clients()) {
                Desk behind = clients.create(Desk.class, atGateway(address), List.of());
                assertThatThrownBy(() -> behind.fail("no such customer")).hasMessageContaining("no such customer");
                behind.note("done");
                assertThat(desk.noted.await(60, TimeUnit.SECONDS)).isTrue();
                assertThat(gateway.outgoing().streamedCalls()).isZero();
            }
        }
    }

    @Test
    void theWsdlOfTheServiceIsPassedOnWithTheAddressOfTheGateway() throws Exception {
        try (ServiceHost services = ServiceHost.start("localhost", 0, List.of(new ParleyFeature()));
                Gateway gateway = open(services.summation())) {
            assertThat(gateway.outgoing().streamedCalls()).isZero();
            String address = atGateway(services.summation());
            String wsdl = get(address + "?wsdl").body();

            assertThat(wsdl).contains("location=\"" + address + "\"").doesNotContain(services.summation());
            Matcher imports =
                    Pattern.compile("location=\"([^\"]*\\?wsdl=[^\"]*)\"").matcher(wsdl);
            while (imports.find()) {
                assertThat(imports.group(1)).startsWith(address);
                assertThat(get(imports.group(1)).statusCode()).isEqualTo(200);
            }
            assertThat(get(address + "?something").body()).doesNotContain("definitions");
        }
    }

    /** Attack: a service, or an intermediary, returns a WSDL with a document type, or one of excessive size. */
    @Test
    void whatIsNoHarmlessXmlIsNotPassedOn() throws Exception {
        String bomb = "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/hostname'>]><definitions>&b;</definitions>";
        for (String content : List.of(bomb, "<definitions>" + "x".repeat(5_000_000) + "</definitions>", "no XML")) {
            try (PlainSite site = new PlainSite(content);
                    Gateway gateway = open(site.address())) {
                HttpResponse<String> answer = get(atGateway(site.address()) + "?wsdl");
                assertThat(gateway.incoming().streamedCalls()).isZero();
                assertThat(answer.statusCode()).isEqualTo(502);
                assertThat(answer.body()).isEmpty();
            }
        }
    }

    /** A server that returns the same text to every request. */
    private static final class PlainSite implements AutoCloseable {
        private final HttpServer server;

        PlainSite(String content) throws IOException {
            byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
            server = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
            server.createContext("/", exchange -> {
                exchange.sendResponseHeaders(200, bytes.length);
                try (OutputStream out = exchange.getResponseBody()) {
                    out.write(bytes);
                }
            });
            server.start();
        }

        String address() {
            return "http://localhost:" + server.getAddress().getPort() + "/site";
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    private static HttpResponse<String> get(String address) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void theCommandTakesAStreamAtItsPortUntilItIsStopped() throws Exception {
        StringWriter out = new StringWriter();
        CompletableFuture<Integer> exitCode = new CompletableFuture<>();
        try (ServiceHost services = ServiceHost.start("localhost", 0, List.of());
                Clients clients = new Clients()) {
            port = FreePort.find();
            String to = services.concatenation();
            Thread proxy = new Thread(() -> exitCode.complete(
                    CommandRun.of(out, new StringWriter(), "proxy", "--listen", String.valueOf(port), "--to", to)));
            proxy.start();
            await().atMost(Duration.ofSeconds(60)).until(() -> out.toString().contains("Ctrl-C"));

            Concatenation concatenation =
                    clients.create(Concatenation.class, atGateway(to), List.of(new ParleyFeature().mode(Mode.ALWAYS)));
            assertThat(concatenation.concatenate(List.of("a", "b"))).isEqualTo("ab");
            assertThat(ParleyStatus.of(ClientProxy.getClient(concatenation))
                            .orElseThrow()
                            .streamedCalls())
                    .isEqualTo(1);
            proxy.interrupt();

            assertThat(exitCode.get(60, TimeUnit.SECONDS)).isZero();
        }
    }

    @Test
    void whatIsNoAddressIsNamed() {
        assertThat(CommandRun.of("proxy", "--listen", "1", "--to", "ftp://host/")
                        .err())
                .contains("expected an http or https address, found ftp://host/");
        assertThat(CommandRun.of("proxy", "--listen", "0", "--to", "http://host/")
                        .exitCode())
                .isEqualTo(2);
    }

    private int port;

    private Gateway open(String to) {
        port = FreePort.find();
        return Gateway.open(URI.create(atGateway(to)), URI.create(to), SOAPBinding.SOAP11HTTP_BINDING);
    }

    private String atGateway(String to) {
        return "http://localhost:" + port + URI.create(to).getPath();
    }
}
