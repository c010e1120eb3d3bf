package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.settings.Settings;
import io.parley.examples.hosting.ServiceHost;
import io.parley.testkit.FreePort;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the doctor reports the first fault on the route, and a remedy. */
class DoctorCommandTest {
    @TempDir
    private Path folder;

    @Test
    void ofAServiceThatStreamsEveryCheckIsWell() throws Exception {
        try (ServiceHost service = capable()) {
            CommandRun run = CommandRun.of("doctor", service.summation());
            JsonNode json =
                    CommandRun.of("doctor", "--json", service.summation()).json();

            assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
            assertThat(run.out())
                    .contains(
                            "ok       dns", "ok       port", "ok       http", "ok       negotiation", "ok       limits")
                    .contains("ok       versions     both sides speak protocol 1; here Parley ", ", CXF 4.")
                    .contains("ok       stream", "ok       websocket", "ok       http")
                    .contains("skipped  operations", "skipped  logins", "skipped  store")
                    .doesNotContain("failed");
            assertThat(json.path("streams").booleanValue()).isTrue();
            assertThat(json.path("healthy").booleanValue()).isTrue();
        }
    }

    @Test
    void aServiceWithoutParleyIsNamedWithTheFix() throws Exception {
        try (ServiceHost plain = ServiceHost.start("localhost", 0, List.of())) {
            CommandRun run = CommandRun.of("doctor", plain.summation());

            assertThat(run.exitCode()).isEqualTo(ExitCode.FELL_BACK);
            assertThat(run.out()).contains("NOT_CAPABLE", "to do: enable Parley at the service");
        }
    }

    @Test
    void whatIsWrongOnTheWayIsNamedAndWhatLiesBehindIsNotTried() {
        CommandRun unknown = CommandRun.of("doctor", "http://nobody.invalid/x");
        CommandRun closed = CommandRun.of("doctor", "http://localhost:" + FreePort.find() + "/x");

        assertThat(unknown.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(unknown.out())
                .contains("failed   dns", "skipped  negotiation")
                .doesNotContain("NOT_CAPABLE");
        assertThat(closed.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(closed.out())
                .contains("failed   port", "no process listens there", "skipped  negotiation")
                .doesNotContain("NOT_CAPABLE");
    }

    @Test
    void aPortWithoutTlsAnEmptyPathAndAClockThatIsWrongAreNamed() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/dated", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        try {
            String place = "localhost:" + server.getAddress().getPort() + "/nothing";
            assertThat(CommandRun.of("doctor", "https://" + place).out()).contains("failed   tls");
            assertThat(CommandRun.of("doctor", "http://" + place).out())
                    .contains("failed   http", "there is nothing at this path");

            Clock slow = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(-10));
            assertThat(NetworkCheck.of(URI.create("http://" + place.replace("nothing", "dated")), slow))
                    .anySatisfy(each -> {
                        assertThat(each.check()).isEqualTo("clock");
                        assertThat(each.verdict()).isEqualTo(Finding.Verdict.WARNING);
                        assertThat(each.toDo()).contains("NTP");
                    });
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aServiceThatShowsNoWsdlAndNamesItselfInControlsIsNoEmptyPath() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/service", exchange -> {
            exchange.getResponseHeaders().set("Via", "1.1 \u001b[31mproxy");
            exchange.sendResponseHeaders(exchange.getRequestMethod().equals("GET") ? 404 : 500, -1);
            exchange.close();
        });
        server.start();
        try {
            URI url = URI.create("http://localhost:" + server.getAddress().getPort() + "/service");
            List<Finding> findings = NetworkCheck.of(url, Clock.systemUTC());

            assertThat(findings).noneMatch(Finding::isFailure);
            assertThat(findings).anySatisfy(each -> assertThat(each.found()).contains("but POST is accepted"));
            assertThat(findings).anySatisfy(each -> assertThat(each.found()).contains("1.1 ?[31mproxy"));
        } finally {
            server.stop(0);
        }
    }

    @Test
    void behindAProxyTheDirectWayIsNotJudged() {
        ProxySelector before = ProxySelector.getDefault();
        ProxySelector.setDefault(ProxySelector.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 9)));
        try {
            assertThat(NetworkCheck.of(URI.create("http://nobody.invalid/x"), Clock.systemUTC()))
                    .extracting(Finding::verdict)
                    .containsExactly(Finding.Verdict.WARNING, Finding.Verdict.SKIPPED);
        } finally {
            ProxySelector.setDefault(before);
        }
    }

    @Test
    void aStoreIsOpenedButNeverMade() throws Exception {
        try (ServiceHost service = capable()) {
            Path missing = folder.resolve("missing.db");
            CommandRun run = CommandRun.of("doctor", "--store", "sqlite:" + missing, service.summation());

            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(run.out()).contains("failed   store", "there is no file");
            assertThat(missing).doesNotExist();
            assertThat(CommandRun.of("doctor", "--store", "memory:x", service.summation())
                            .out())
                    .contains("ok       store");
        }
    }

    private static ServiceHost capable() throws Exception {
        return ServiceHost.start("localhost", 0, List.of(new ParleyFeature().set(Settings.BIND, "localhost")));
    }
}
