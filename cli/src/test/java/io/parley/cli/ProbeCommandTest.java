package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.settings.Settings;
import io.parley.endpoint.Contract;
import io.parley.examples.hosting.ServiceHost;
import io.parley.testkit.FreePort;
import io.parley.transport.http.endpoint.HttpEndpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProbeCommandTest {
    private ServiceHost capable;
    private ServiceHost plain;

    @BeforeAll
    void start() throws IOException {
        capable = ServiceHost.start("localhost", 0, List.of(new ParleyFeature().set(Settings.BIND, "localhost")));
        plain = ServiceHost.start("localhost", 0, List.of());
    }

    @AfterAll
    void stop() {
        capable.close();
        plain.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "?wsdl"})
    void aCapableServiceIsDescribedByItsTermsAndRoundTrips(String query) {
        CommandRun run = CommandRun.of("probe", capable.customers() + query);

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("capable", "hhfr over stream at", "round trip");
    }

    @Test
    void settingsOfTheCommandLineAreAskedFor() {
        CommandRun run = CommandRun.of("probe", "--set", "parley.representations=bnux", capable.summation());

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("bnux over stream at");
    }

    @ParameterizedTest
    @CsvSource({
        "parley.modus=auto, write parley.mode",
        "parley.port=abc, 'expected a port from 0 to 65535, found abc on the command line; write it as in parley.port=9443'",
        "parley.compression=zstdd, write parley.compression=zstd",
    })
    void aFaultySettingIsAnErrorOfTheCallerThatSaysWhatToWrite(String setting, String text) {
        for (List<String> command : List.of(List.of("probe", capable.summation()), List.of("serve", "--port", "0"))) {
            List<String> all = new ArrayList<>(command);
            all.addAll(List.of("--set", setting));
            CommandRun run = CommandRun.of(all.toArray(String[]::new));

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).contains(text);
        }
    }

    @Test
    void jsonNamesTheTermsAndPlausibleTimes() throws IOException {
        CommandRun run = CommandRun.of("probe", "--json", capable.summation());

        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonNode probe = run.json();
        assertThat(probe.get("capable").booleanValue()).isTrue();
        assertThat(probe.get("reason").isNull()).isTrue();
        assertThat(probe.get("terms").get("representation").textValue()).isEqualTo("hhfr");
        assertThat(probe.get("terms").get("channel").textValue()).isEqualTo("stream");
        assertThat(probe.get("negotiation_ms").doubleValue()).isBetween(0.001, 30_000.0);
        assertThat(probe.get("round_trip_ms").doubleValue()).isBetween(0.001, 30_000.0);
    }

    @Test
    void eachChannelIsTriedAndNamesWhyItDoesNotOpen() throws IOException {
        CommandRun run = CommandRun.of("probe", capable.summation());
        JsonNode channels =
                CommandRun.of("probe", "--json", capable.summation()).json().get("channels");

        assertThat(run.out()).contains("stream      opens, ", "http        opens, ");
        assertThat(channels).hasSize(3);
        assertThat(channels.get(0).get("channel").textValue()).isEqualTo("stream");
        assertThat(channels.get(0).get("opens").booleanValue()).isTrue();
        assertThat(channels.get(0).get("opened_ms").doubleValue()).isPositive();
        assertThat(channels.get(0).get("round_trip_ms").doubleValue()).isPositive();
    }

    /** Tests a service behind proxies that drop unknown headers. */
    @Test
    void theHeaderThatAProxyDropsIsNamed() throws Exception {
        Contract contract = Contract.builder("urn:probed")
                .operation("echo", String.class, String.class)
                .build();
        try (HttpEndpoint endpoint = HttpEndpoint.serve(contract)
                        .on("echo", String.class, text -> text)
                        .withoutStream()
                        .start(0);
                DroppingProxy upgrades = new DroppingProxy(endpoint.url(), "upgrade");
                DroppingProxy digests = new DroppingProxy(endpoint.url(), "parley-digest");
                DroppingProxy posts = new DroppingProxy(endpoint.url(), "parley-connection")) {
            assertThat(CommandRun.of("probe", endpoint.url().toString()).out())
                    .contains(
                            "stream      does not open",
                            "NO_COMMON_TERM",
                            "websocket   opens, ",
                            "http        opens, ");
            assertThat(CommandRun.of("probe", upgrades.url()).out())
                    .contains("websocket   does not open", "forward the header Upgrade", "http        opens, ");
            assertThat(CommandRun.of("probe", digests.url()).out())
                    .contains("websocket   does not open", "forward the header Parley-Digest", "http        opens, ");
            CommandRun run = CommandRun.of("probe", posts.url());
            assertThat(run.out())
                    .contains(
                            "websocket   opens, ", "http        does not open", "forward the header Parley-Connection");
        }
    }

    @Test
    void thePortThatIsClosedIsNamed() throws IOException {
        int closed = FreePort.find();
        try (ServiceHost service = ServiceHost.start(
                "localhost",
                0,
                List.of(new ParleyFeature().set(Settings.BIND, "localhost").set(Settings.ADVERTISED_PORT, closed)))) {
            CommandRun run = CommandRun.of("probe", service.summation());

            assertThat(run.exitCode()).isZero();
            assertThat(run.out())
                    .contains(
                            "stream      does not open",
                            "CONNECT_FAILED",
                            "open the port " + closed,
                            "http        opens, ");
        }
    }

    @Test
    void aPlainServiceIsNamedWithTheReasonAndWhatToDo() throws IOException {
        CommandRun run = CommandRun.of("probe", plain.summation());
        CommandRun json = CommandRun.of("probe", "--json", plain.summation());

        assertThat(run.exitCode()).isEqualTo(ExitCode.FELL_BACK);
        assertThat(run.out()).contains("NOT_CAPABLE", "enable Parley at the service");
        assertThat(json.exitCode()).isEqualTo(ExitCode.FELL_BACK);
        assertThat(json.json().get("capable").booleanValue()).isFalse();
        assertThat(json.json().get("reason").textValue()).isEqualTo("NOT_CAPABLE");
        assertThat(json.json().get("terms").isNull()).isTrue();
    }

    @Test
    void aServerThatSpeaksNoSoapLeavesItUndecided() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] page = "<html><body>hello</body></html>".getBytes(java.nio.charset.StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/html");
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        server.start();
        try {
            CommandRun run = CommandRun.of(
                    "probe", "http://localhost:" + server.getAddress().getPort() + "/");

            assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(ExitCode.FELL_BACK);
            assertThat(run.out()).contains("UNDECIDED");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void anAddressThatNobodyListensAtIsAnErrorThatNamesIt() {
        int free = FreePort.find();

        CommandRun run = CommandRun.of("probe", "http://localhost:" + free + "/summation");

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err())
                .contains("http://localhost:" + free + "/summation", "refuses connections: no process listens there")
                .doesNotContain("\tat ");
    }

    @Test
    void aHostThatIsNotKnownReadsUnlikeAPortThatIsClosed() {
        for (String command : List.of("probe", "describe", "compare")) {
            CommandRun run = CommandRun.of(command, "http://nobody.invalid/summation");

            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(run.err()).contains("the host nobody.invalid is unknown").doesNotContain("refuses");
        }
    }

    @Test
    void aPathWithoutServiceReadsAsSuchAndNotAsWrongXml() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
        try {
            String url = "http://localhost:" + server.getAddress().getPort() + "/nothing";
            assertThat(CommandRun.of("probe", url).out())
                    .contains("status 404: there is nothing at this path")
                    .doesNotContain("XML_REFUSED");
            for (String command : List.of("describe", "compare")) {
                assertThat(CommandRun.of(command, url).err())
                        .contains("there is nothing at this path", "correct the path of the URL")
                        .doesNotContain("XML_REFUSED");
            }
        } finally {
            server.stop(0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:8080", "ftp://localhost/x", "not an address"})
    void whatIsNoHttpAddressIsAnErrorOfTheCaller(String address) {
        CommandRun run = CommandRun.of("probe", address);

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("expected an http or https address");
    }
}
