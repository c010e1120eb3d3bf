package io.parley.cxf.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.Mode;
import io.parley.negotiation.Reliability;
import io.parley.testkit.context.PostgresServer;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a killed CXF service continues the sessions of its clients in another process. */
class DurableServiceTest {
    private static final int CALLERS = 3;
    /** The channel of these tests, or the stream if sessions on it cannot be durable. */
    private static final String CHANNEL = Published.CHANNEL.equals("websocket") ? "websocket" : "stream";

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

    @Test
    void theNextProcessAnswersTheCallThatWasUnderWayAndSaysThatItComesAgain() throws Exception {
        Process first = hosts.start("first");
        Bookings bookings = proxy();
        assertThat(bookings.book("a")).isEqualTo("booked a");
        assertThat(agreement(bookings).reliability()).isEqualTo(Reliability.DURABLE);
        CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> bookings.book("stuck"));
        hosts.awaitTally("first book stuck false");

        Hosts.kill(first);
        hosts.start("second");

        assertThat(answer.get(Hosts.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("booked stuck again");
        assertThat(bookings.book("b")).isEqualTo("booked b");
        assertThat(hosts.tally())
                .containsExactly(
                        "first book a false",
                        "first book stuck false",
                        "second book stuck true",
                        "second book b false");
        assertThat(status(bookings).streamedCalls()).isEqualTo(3);
        assertThat(status(bookings).fallbacks()).isEmpty();
    }

    @Test
    void aServiceWhoseBusEndsLeavesItsSessionsToTheNext() throws Exception {
        hosts.startHere("first");
        Bookings bookings = proxy();
        assertThat(bookings.book("a")).isEqualTo("booked a");
        CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> bookings.book("stuck"));
        hosts.awaitTally("first book stuck false");

        hosts.stopHere();
        hosts.startHere("second");

        assertThat(answer.get(Hosts.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("booked stuck again");
        assertThat(bookings.book("b")).isEqualTo("booked b");
        assertThat(status(bookings).fallbacks()).isEmpty();
    }

    @Test
    void aMessageThatWantsNoAnswerIsHandledByTheNextProcessThoughNobodyComesBack() throws Exception {
        Process first = hosts.start("first");
        Bookings bookings = proxy();
        bookings.note("a");
        hosts.awaitTally("first note a false");
        assertThat(hosts.tally()).containsExactly("first note a false");
        var unused = CompletableFuture.runAsync(() -> bookings.note("stuck"));
        hosts.awaitTally("first note stuck false");

        Hosts.kill(first);
        client.close();
        hosts.start("second");

        hosts.awaitTally("second note stuck true");
        assertThat(hosts.tally()).hasSize(3);
    }

    @Test
    void aCallOfACompressedSessionIsMadeAgainInTheNextProcess() throws Exception {
        hosts.options.add("-Dparley.compression=zstd");
        Process first = hosts.start("first");
        Bookings bookings = proxy(patient().set("parley.compression", "zstd"));
        assertThat(bookings.book("a".repeat(2_000))).startsWith("booked aaa");
        assertThat(agreement(bookings).compression()).isEqualTo("zstd");
        assertThat(agreement(bookings).reliability()).isEqualTo(Reliability.DURABLE);
        CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> bookings.book("stuck"));
        hosts.awaitTally("first book stuck false");

        Hosts.kill(first);
        hosts.start("second");

        assertThat(answer.get(Hosts.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("booked stuck again");
    }

    @Test
    void anotherNodeOnTheSameDatabaseTakesOverAtAnAddressThatTheClientAllows() throws Exception {
        PostgresServer server = PostgresServer.shared();
        String store = server.address(server.newSchema());
        int otherStream = Published.freePort();
        Process first = hosts.begin("first", store, hosts.http, hosts.stream, "10.9.9.9:7001,localhost:" + otherStream);
        hosts.start("second", store, Published.freePort(), otherStream, "localhost:" + hosts.stream);
        Hosts.awaitReady("first", first);
        Bookings bookings = proxy(patient().set("parley.channels", "stream"));
        assertThat(bookings.book("a")).isEqualTo("booked a");
        assertThat(agreement(bookings).addresses())
                .contains(new HostPort("localhost", otherStream))
                .doesNotContain(new HostPort("10.9.9.9", 7001));
        CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> bookings.book("stuck"));
        hosts.awaitTally("first book stuck false");

        Hosts.kill(first);

        assertThat(answer.get(Hosts.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("booked stuck again");
        assertThat(hosts.tally()).contains("second book stuck true");
    }

    /** {@code -Dparley.durable.kills=50} sets the number of kills. */
    @Test
    void killsUnderLoadLoseNothingThatWasAnsweredAndRepeatNothingInSilence() throws Exception {
        int kills = Integer.getInteger("parley.durable.kills", 1);
        long seed = Long.getLong("parley.durable.seed", System.nanoTime());
        System.out.println("Killing " + kills + " times, again with -Dparley.durable.seed=" + seed);
        Random random = new Random(seed);
        Process host = hosts.start("host");
        Bookings bookings = proxy();
        AtomicBoolean ends = new AtomicBoolean();
        List<String> answered = new CopyOnWriteArrayList<>();
        List<CompletableFuture<Void>> callers = new ArrayList<>();
        for (int caller = 0; caller < CALLERS; caller++) {
            String name = "c" + caller + "-";
            callers.add(CompletableFuture.runAsync(() -> {
                for (int call = 0; !ends.get(); call++) {
                    assertThat(bookings.book(name + call)).startsWith("booked " + name + call);
                    answered.add(name + call);
                }
            }));
        }
        for (int kill = 0; kill < kills; kill++) {
            int before = answered.size();
            int more = before + 1 + random.nextInt(200);
            await().atMost(Hosts.PATIENCE)
                    .until(() -> answered.size() >= more || callers.stream().anyMatch(c -> c.isDone()));
            Hosts.kill(host);
            host = hosts.start("host");
        }
        int last = answered.size() + 20;
        await().atMost(Hosts.PATIENCE)
                .until(() -> answered.size() >= last || callers.stream().anyMatch(c -> c.isDone()));
        ends.set(true);
        for (CompletableFuture<Void> caller : callers) {
            caller.get(Hosts.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }

        List<String> handled = hosts.tally();
        Set<String> orders = new HashSet<>();
        List<String> silent = new ArrayList<>();
        for (String line : handled) {
            String[] words = line.split(" ", -1);
            if (!orders.add(words[2]) && !words[3].equals("true")) {
                silent.add(line);
            }
        }
        System.out.printf("{\"kills\":%d,\"answered\":%d,\"handled\":%d}%n", kills, answered.size(), handled.size());
        assertThat(silent).as("repeated without saying so").isEmpty();
        assertThat(orders).containsAll(answered);
        assertThat(status(bookings).fallbacks()).isEmpty();
    }

    @Test
    void callersWithCredentialsHaveSessionsThatOutliveAConnectionOnly() throws Exception {
        hosts.startHere("first");
        Bookings bookings = proxy();
        ((BindingProvider) bookings).getRequestContext().put(BindingProvider.USERNAME_PROPERTY, "alice");
        ((BindingProvider) bookings).getRequestContext().put(BindingProvider.PASSWORD_PROPERTY, "of alice");

        assertThat(bookings.book("a")).isEqualTo("booked a");

        assertThat(agreement(bookings).reliability()).isEqualTo(Reliability.RESUME);
    }

    private Bookings proxy() {
        return proxy(patient());
    }

    private Bookings proxy(ParleyFeature feature) {
        return Hosts.patient(client.proxy(
                Bookings.class,
                "http://localhost:" + hosts.http + "/bookings",
                SOAPBinding.SOAP11HTTP_BINDING,
                feature));
    }

    private static ParleyFeature patient() {
        return Published.patient()
                .mode(Mode.ALWAYS)
                .set("parley.channels", CHANNEL)
                .set("parley.reliability", "durable");
    }

    private static ParleyStatus status(Bookings bookings) {
        return Published.status(bookings);
    }

    private static Agreement agreement(Bookings bookings) {
        return status(bookings).agreement().orElseThrow();
    }
}
