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
import io.parley.testkit.JavaProgram;
import io.parley.testkit.context.PostgresServer;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service of CXF whose process is killed goes on, in another process, with the sessions of its clients. */
class DurableServiceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private static final int CALLERS = 3;

    @TempDir
    Path folder;

    private final Published client = new Published();
    /** Further ones, for the processes of services. */
    private final List<String> options = new ArrayList<>();

    private final List<Process> hosts = new ArrayList<>();
    private final int http = Published.freePort();
    private final int stream = Published.freePort();

    @AfterEach
    void stop() throws InterruptedException {
        client.close();
        for (Process host : hosts) {
            host.destroyForcibly().waitFor();
        }
    }

    @Test
    void theNextProcessAnswersTheCallThatWasUnderWayAndSaysThatItComesAgain() throws Exception {
        Process first = start("first", file(), http, stream, "");
        Bookings bookings = proxy();
        assertThat(bookings.book("a")).isEqualTo("booked a");
        assertThat(agreement(bookings).reliability()).isEqualTo(Reliability.DURABLE);
        CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> bookings.book("stuck"));
        awaitTally("first book stuck false");

        kill(first);
        start("second", file(), http, stream, "");

        assertThat(answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("booked stuck again");
        assertThat(bookings.book("b")).isEqualTo("booked b");
        assertThat(tally())
                .containsExactly(
                        "first book a false",
                        "first book stuck false",
                        "second book stuck true",
                        "second book b false");
        assertThat(status(bookings).streamedCalls()).isEqualTo(3);
        assertThat(status(bookings).fallbacks()).isEmpty();
    }

    @Test
    void aMessageThatWantsNoAnswerIsHandledByTheNextProcessThoughNobodyComesBack() throws Exception {
        Process first = start("first", file(), http, stream, "");
        Bookings bookings = proxy();
        bookings.note("a");
        assertThat(tally()).containsExactly("first note a false");
        var unused = CompletableFuture.runAsync(() -> bookings.note("stuck"));
        awaitTally("first note stuck false");

        kill(first);
        client.close();
        start("second", file(), http, stream, "");

        awaitTally("second note stuck true");
        assertThat(tally()).hasSize(3);
    }

    @Test
    void aCallOfACompressedSessionIsMadeAgainInTheNextProcess() throws Exception {
        options.add("-Dparley.compression=zstd");
        Process first = start("first", file(), http, stream, "");
        Bookings bookings = client.proxy(
                Bookings.class,
                "http://localhost:" + http + "/bookings",
                SOAPBinding.SOAP11HTTP_BINDING,
                patient().set("parley.compression", "zstd"));
        assertThat(bookings.book("a".repeat(2_000))).startsWith("booked aaa");
        assertThat(agreement(bookings).compression()).isEqualTo("zstd");
        assertThat(agreement(bookings).reliability()).isEqualTo(Reliability.DURABLE);
        CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> bookings.book("stuck"));
        awaitTally("first book stuck false");

        kill(first);
        start("second", file(), http, stream, "");

        assertThat(answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("booked stuck again");
    }

    @Test
    void anotherNodeOnTheSameDatabaseTakesOverAtAnAddressThatTheClientAllows() throws Exception {
        PostgresServer server = PostgresServer.shared();
        String store = server.address(server.newSchema());
        int otherStream = Published.freePort();
        Process first = start("first", store, http, stream, "10.9.9.9:7001,localhost:" + otherStream);
        start("second", store, Published.freePort(), otherStream, "localhost:" + stream);
        Bookings bookings = proxy();
        assertThat(bookings.book("a")).isEqualTo("booked a");
        assertThat(agreement(bookings).addresses())
                .contains(new HostPort("localhost", otherStream))
                .doesNotContain(new HostPort("10.9.9.9", 7001));
        CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> bookings.book("stuck"));
        awaitTally("first book stuck false");

        kill(first);

        assertThat(answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("booked stuck again");
        assertThat(tally()).contains("second book stuck true");
    }

    /** {@code -Dparley.durable.kills=50} kills more often. */
    @Test
    void killsUnderLoadLoseNothingThatWasAnsweredAndRepeatNothingInSilence() throws Exception {
        int kills = Integer.getInteger("parley.durable.kills", 1);
        long seed = Long.getLong("parley.durable.seed", System.nanoTime());
        System.out.println("Killing " + kills + " times, again with -Dparley.durable.seed=" + seed);
        Random random = new Random(seed);
        Process host = start("host", file(), http, stream, "");
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
            await().atMost(PATIENCE)
                    .until(() -> answered.size() >= more || callers.stream().anyMatch(c -> c.isDone()));
            kill(host);
            host = start("host", file(), http, stream, "");
        }
        int last = answered.size() + 20;
        await().atMost(PATIENCE)
                .until(() -> answered.size() >= last || callers.stream().anyMatch(c -> c.isDone()));
        ends.set(true);
        for (CompletableFuture<Void> caller : callers) {
            caller.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }

        List<String> handled = tally();
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
        start("first", file(), http, stream, "");
        Bookings bookings = proxy();
        ((BindingProvider) bookings).getRequestContext().put(BindingProvider.USERNAME_PROPERTY, "alice");
        ((BindingProvider) bookings).getRequestContext().put(BindingProvider.PASSWORD_PROPERTY, "of alice");

        assertThat(bookings.book("a")).isEqualTo("booked a");

        assertThat(agreement(bookings).reliability()).isEqualTo(Reliability.RESUME);
    }

    private String file() {
        return "sqlite:" + folder.resolve("contexts.db");
    }

    private Bookings proxy() {
        return client.proxy(
                Bookings.class, "http://localhost:" + http + "/bookings", SOAPBinding.SOAP11HTTP_BINDING, patient());
    }

    private static ParleyFeature patient() {
        return Published.patient()
                .mode(Mode.ALWAYS)
                .set("parley.channels", "stream")
                .set("parley.reliability", "durable");
    }

    private static ParleyStatus status(Bookings bookings) {
        return Published.status(bookings);
    }

    private static Agreement agreement(Bookings bookings) {
        return status(bookings).agreement().orElseThrow();
    }

    private Process start(String name, String store, int httpPort, int streamPort, String others) throws IOException {
        Process host = JavaProgram.brief(
                        BookingsHost.class,
                        name,
                        store,
                        String.valueOf(httpPort),
                        String.valueOf(streamPort),
                        folder.resolve("tally").toString(),
                        others)
                .options(options.toArray(String[]::new))
                .start();
        hosts.add(host);
        BufferedReader said = new BufferedReader(new InputStreamReader(host.getInputStream(), StandardCharsets.UTF_8));
        String line = said.readLine();
        while (line != null && !line.equals("ready")) {
            System.out.println(name + ": " + line);
            line = said.readLine();
        }
        assertThat(line).isEqualTo("ready");
        Thread rest = new Thread(() -> said.lines().forEach(more -> System.out.println(name + ": " + more)));
        rest.setDaemon(true);
        rest.start();
        return host;
    }

    private static void kill(Process host) throws InterruptedException {
        host.destroyForcibly();
        assertThat(host.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }

    private void awaitTally(String line) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(tally()).contains(line));
    }

    private List<String> tally() throws IOException {
        Path file = folder.resolve("tally");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }
}
