package io.parley.cxf.durable;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Mode;
import io.parley.negotiation.Reliability;
import io.parley.testkit.campaign.FaultProxy;
import io.parley.testkit.context.PostgresServer;
import jakarta.xml.ws.soap.SOAPBinding;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests durable sessions in WebSockets at the service's own URL, which has no other port. The stream's other tests run
 * here with {@code -Dparley.test.channel=websocket}.
 */
class DurableWebSocketTest {
    private static final int NO_PORT = 0;

    @TempDir
    Path folder;

    private final Published client = new Published();
    private Hosts hosts;

    @BeforeEach
    void start() {
        hosts = new Hosts(folder);
    }

    @AfterEach
    void stop() throws InterruptedException {
        client.close();
        hosts.close();
    }

    @Shows(Use.WEBSOCKET_DURABLE)
    @Test
    void theNextProcessAtTheUrlAnswersTheCallThatWasUnderWay() throws Exception {
        Process first = hosts.start("first", hosts.file(), hosts.http, NO_PORT, "");
        Bookings bookings = proxy(hosts.http);
        assertThat(bookings.book("a")).isEqualTo("booked a");
        assertThat(agreement(bookings).channel()).isEqualTo("websocket");
        assertThat(agreement(bookings).reliability()).isEqualTo(Reliability.DURABLE);
        CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> bookings.book("stuck"));
        hosts.awaitTally("first book stuck false");

        Hosts.kill(first);
        hosts.start("second", hosts.file(), hosts.http, NO_PORT, "");

        assertThat(answer.get(Hosts.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("booked stuck again");
        assertThat(bookings.book("b")).isEqualTo("booked b");
        assertThat(hosts.tally())
                .containsExactly(
                        "first book a false",
                        "first book stuck false",
                        "second book stuck true",
                        "second book b false");
        assertThat(Published.status(bookings).streamedCalls()).isEqualTo(3);
        assertThat(Published.status(bookings).fallbacks()).isEmpty();
    }

    @Test
    void ofTwoNodesBehindOneUrlTheOneThatGetsTheUpgradeTakesOver() throws Exception {
        PostgresServer database = PostgresServer.shared();
        String store = database.address(database.newSchema());
        int otherHttp = Published.freePort();
        Process first = hosts.begin("first", store, hosts.http, NO_PORT, "");
        Process second = hosts.begin("second", store, otherHttp, NO_PORT, "");
        Hosts.awaitReady("first", first);
        Hosts.awaitReady("second", second);
        AtomicInteger turn = new AtomicInteger();
        try (FaultProxy balancer = FaultProxy.balancing(() -> new InetSocketAddress(
                InetAddress.getLoopbackAddress(), turn.getAndIncrement() % 2 == 0 ? hosts.http : otherHttp))) {
            Bookings bookings = proxy(balancer.port());
            assertThat(bookings.book("a")).isEqualTo("booked a");
            assertThat(agreement(bookings).reliability()).isEqualTo(Reliability.DURABLE);
            String had = hosts.tally().get(0).split(" ", -1)[0];
            CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> bookings.book("stuck"));
            hosts.awaitTally(had + " book stuck false");

            Hosts.kill(had.equals("first") ? first : second);

            assertThat(answer.get(Hosts.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("booked stuck again");
            String other = had.equals("first") ? "second" : "first";
            assertThat(hosts.tally())
                    .containsExactly(had + " book a false", had + " book stuck false", other + " book stuck true");
            assertThat(Published.status(bookings).fallbacks()).isEmpty();
        }
    }

    private Bookings proxy(int port) {
        return Hosts.patient(client.proxy(
                Bookings.class,
                "http://localhost:" + port + "/bookings",
                SOAPBinding.SOAP11HTTP_BINDING,
                Published.patient()
                        .mode(Mode.ALWAYS)
                        .set("parley.channels", "websocket")
                        .set("parley.reliability", "durable")));
    }

    private static Agreement agreement(Bookings bookings) {
        return Published.status(bookings).agreement().orElseThrow();
    }
}
