package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.parley.conformance.raw.RawConnection;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.jms.SoapQueue;
import io.parley.cxf.settings.Settings;
import io.parley.examples.hosting.ServiceHost;
import io.parley.examples.services.SummationService;
import io.parley.testkit.FreePort;
import io.parley.testkit.campaign.FaultProxy;
import io.parley.testkit.campaign.WireFault;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import io.parley.transport.quic.QuicChannelProvider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConformCommandTest {
    private ServiceHost host;

    @TempDir
    private Path folder;

    @BeforeAll
    void start() throws IOException {
        host = ServiceHost.start("localhost", 0, List.of(new ParleyFeature().set(Settings.BIND, "localhost")));
    }

    @AfterAll
    void stop() {
        host.close();
    }

    @Test
    void thePageSaysHowManyCasesThereAre() throws IOException {
        long ofServers = CommandRun.of("conform", "--list").out().lines().count();
        long ofClients = CommandRun.of("conform", "--list", "--listen", "0")
                .out()
                .lines()
                .count();

        assertThat(ofServers).isGreaterThanOrEqualTo(120);
        assertThat(ofClients).isGreaterThanOrEqualTo(120);
        String page = Files.readString(Path.of("..", "docs", "guide", "conformance.md"));
        assertThat(page).contains(ofServers + " cases of servers and " + ofClients + " of clients");
    }

    @Test
    void aServerThatIsNotThereIsOneLineAndNotOneForEachCase() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }

        for (String target : List.of("http://localhost:" + port + "/orders", "localhost:" + port)) {
            CommandRun run = CommandRun.of("conform", target);

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.out()).isEmpty();
            assertThat(run.err())
                    .contains("expected a server at localhost:" + port, "found none")
                    .hasLineCount(1);
        }
    }

    @Test
    void aKeyStoreThatIsNoneIsSaidSo() throws IOException {
        Path none = Files.writeString(folder.resolve("none.p12"), "no key store");
        CommandRun run = CommandRun.of("conform", "--listen", "0", "--tls", none.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("none.p12");
    }

    /** Tests over UDP, with a QUIC client that shares no code with the listener. */
    @Test
    void aServiceWithQuicIsHeldAgainstEachOfItsCases() throws IOException {
        assumeTrue(new QuicChannelProvider().isAvailable(), "there is no library of QUIC for this platform");
        ParleyFeature feature = new ParleyFeature()
                .set(Settings.BIND, "localhost")
                .set(Settings.CHANNELS, List.of("quic", "stream", "http"))
                .set("parley.reliability", "resume");
        try (ServiceHost quic = ServiceHost.start("localhost", 0, List.of(feature))) {
            CommandRun run = CommandRun.of("conform", "--only", "17", "--only", "5.6", "--json", quic.summation());

            assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
            JsonNode report = run.json();
            assertThat(report.get("skipped").intValue()).isZero();
            assertThat(report.get("passed").intValue()).isGreaterThanOrEqualTo(95);
        }
    }

    @Test
    void aServiceWithoutQuicSkipsItsCases() throws IOException {
        CommandRun run = CommandRun.of("conform", "--only", "17", "--json", host.summation());

        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.json().get("skipped").intValue())
                .isEqualTo(run.json().get("cases").size())
                .isGreaterThan(90);
    }

    @Test
    void aServiceOnAQueueIsHeldAgainstEachOfItsCases() throws IOException {
        Bus bus = BusFactory.newInstance().createBus();
        BusFactory.clearDefaultBusForAnyThread(bus);
        try (EmbeddedBroker broker =
                EmbeddedBroker.builder().bind("localhost", 0).queue("sums").start()) {
            SoapQueue queue = SoapQueue.of(BrokerAccess.byUrl(broker.localUrl()), "sums");
            JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
            server.setBus(bus);
            server.setServiceBean(new SummationService());
            server.setAddress(queue.address());
            server.getFeatures().addAll(List.of(queue, new ParleyFeature()));
            server.setStart(false);
            server.create().start();

            CommandRun run =
                    CommandRun.of("conform", "--only", "1.1", "--json", "--broker", broker.url(), queue.address());

            assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
            assertThat(run.json().get("skipped").intValue()).isZero();
            assertThat(run.json().get("passed").intValue()).isGreaterThan(50);
        } finally {
            bus.shutdown(true);
        }
    }

    @Test
    void aQueueWithoutABrokerIsAnErrorOfTheCommandLine() {
        assertThat(CommandRun.of("conform", "jms:queue:sums").exitCode()).isEqualTo(2);
        CommandRun run = CommandRun.of("conform", "--broker", "no broker", "jms:queue:sums");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--broker").contains("no broker");
    }

    @Test
    void clientsOfQueuesAreAskedToCall() throws IOException {
        try (EmbeddedBroker broker =
                EmbeddedBroker.builder().bind("localhost", 0).start()) {
            CommandRun run =
                    CommandRun.of("conform", "--only", "1.1/2", "--broker", broker.url(), "--client", "java -version");

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.out()).contains("FAILED  1.1/2", "expected an offer, found none");
        }
    }

    @Test
    void aBrokerAndAPortAreNotListenedAtTogether() {
        CommandRun run = CommandRun.of("conform", "--broker", "tcp://localhost:1", "--listen", "0");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--broker without --listen");
    }

    @Test
    void aBrokerThatCannotBeReachedFailsTheCases() throws IOException {
        CommandRun run = CommandRun.of(
                "conform", "--only", "1.1/1", "--broker", "tcp://localhost:" + FreePort.find(), "jms:queue:sums");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("the connection failed");
    }

    @Test
    void aServiceThatConformsIsSaidSoInEachForm() throws IOException {
        Path junit = folder.resolve("conform.xml");
        CommandRun run = CommandRun.of(
                "conform", "--only", "9.P1", "--only", "13.4", "--json", "--junit", junit.toString(), host.summation());

        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        JsonNode report = run.json();
        assertThat(report.get("failed").intValue()).isZero();
        assertThat(report.get("passed").intValue())
                .isEqualTo(report.get("cases").size())
                .isPositive();
        assertThat(Files.readString(junit)).contains("failures=\"0\"", "classname=\"section 9.P1\"");
    }

    @Test
    void aServerThatBreaksARuleFails() throws IOException {
        URI url = URI.create(host.summation());
        InetSocketAddress there = new InetSocketAddress(url.getHost(), url.getPort());
        try (FaultProxy proxy = FaultProxy.open(there, () -> new WireFault(WireFault.Kind.CUT, 1))) {
            CommandRun run =
                    CommandRun.of("conform", "--only", "13.2", "http://localhost:" + proxy.port() + url.getPath());
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.out()).contains("FAILED", "section 13.2: expected").contains("0 passed, ");
        }
    }

    @Test
    void aListenerThatAnswersEverythingTheSameFails() throws Exception {
        try (ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread greeter = new Thread(() -> greet(door));
            greeter.setDaemon(true);
            greeter.start();
            CommandRun run =
                    CommandRun.of("conform", "--only", "9.P2", "--only", "9.P1", "localhost:" + door.getLocalPort());
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.out())
                    .contains("section 9.P2: expected REFUSE VERSION, found the connection was closed without it")
                    .contains("section 9.P1: expected the connection closed without a word, found a byte 80")
                    .contains("0 passed, 5 failed");
        }
    }

    private static void greet(ServerSocket door) {
        while (!door.isClosed()) {
            try (Socket socket = door.accept()) {
                socket.getInputStream().read(new byte[8]);
                socket.getOutputStream().write(RawConnection.preamble());
            } catch (IOException e) {
                return;
            }
        }
    }

    @Test
    void aTargetThatIsNoneIsAnErrorOfTheCommandLine() {
        assertThat(CommandRun.of("conform").exitCode()).isEqualTo(2);
        assertThat(CommandRun.of("conform", "nowhere").exitCode()).isEqualTo(2);
        assertThat(CommandRun.of("conform", "--only", "99", "localhost:1").exitCode())
                .isEqualTo(2);
    }
}
