package io.parley.cxf.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.channel.KeyStoreFile;
import io.parley.channel.Protection;
import io.parley.cxf.Certificates;
import io.parley.cxf.Https;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.Mode;
import io.parley.negotiation.Reliability;
import io.parley.testkit.NewKeys;
import io.parley.testkit.context.PostgresServer;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that a killed https service continues its sessions in the next process, for clients that know it by its
 * certificate.
 */
class DurableTlsTest {
    private static final int HANDSHAKE_RECORD = 0x16;

    @TempDir
    private static Path keys;

    /** The key store of the service's https. */
    private static KeyStore https;
    /** The key store of its stream. */
    private static Path operators;

    private static Path others;

    @TempDir
    Path folder;

    private final Published client = new Published();
    private Hosts hosts;
    private Process first;

    @BeforeAll
    static void make() throws Exception {
        https = Certificates.make(keys, "localhost");
        operators = NewKeys.in(keys, "operator");
        others = NewKeys.in(keys, "other");
    }

    @BeforeEach
    void start() {
        hosts = new Hosts(folder);
        atHttps();
    }

    @AfterEach
    void stop() throws InterruptedException {
        client.close();
        hosts.close();
    }

    @Test
    void theNextProcessShowsTheSameCertificateAndGoesOn() throws Exception {
        shows(operators);
        first = hosts.start("first");
        Bookings bookings = proxy();
        String suite = bookings.suite();
        assertThat(suite).startsWith("TLS_");
        assertThat(agreement(bookings).reliability()).isEqualTo(Reliability.DURABLE);
        assertThat(agreement(bookings).security()).isEqualTo(ChannelSecurity.TLS);
        assertThat(agreement(bookings).certificate()).isEqualTo(fingerprint(operators));
        CompletableFuture<String> answer = stuck(bookings);

        Hosts.kill(first);
        hosts.start("second");

        assertThat(answered(answer)).isEqualTo("booked stuck again");
        assertThat(bookings.suite()).as("what TLS said of the offer").isEqualTo(suite);
        assertThat(hosts.tally()).containsExactly("first book stuck false", "second book stuck true");
        assertThat(Published.status(bookings).streamedCalls()).isEqualTo(3);
        assertThat(Published.status(bookings).fallbacks()).isEmpty();
    }

    @Test
    void anotherNodeWithTheSameKeyTakesOver() throws Exception {
        shows(operators);
        PostgresServer server = PostgresServer.shared();
        String store = server.address(server.newSchema());
        int otherStream = Published.freePort();
        first = hosts.begin("first", store, hosts.http, hosts.stream, "localhost:" + otherStream);
        hosts.start("second", store, Published.freePort(), otherStream, "localhost:" + hosts.stream);
        Hosts.awaitReady("first", first);
        Bookings bookings = proxy();
        assertThat(bookings.book("a")).isEqualTo("booked a");
        assertThat(agreement(bookings).addresses()).contains(new HostPort("localhost", otherStream));
        CompletableFuture<String> answer = stuck(bookings);

        Hosts.kill(first);

        assertThat(answered(answer)).isEqualTo("booked stuck again");
        assertThat(hosts.tally()).contains("second book stuck true");
    }

    @Test
    void withACertificateThatTheListenerMadeItselfSessionsOutliveAConnectionOnly() throws Exception {
        hosts.startHere("first");
        Bookings bookings = proxy();

        assertThat(bookings.book("a")).isEqualTo("booked a");

        assertThat(agreement(bookings).reliability()).isEqualTo(Reliability.RESUME);
        assertThat(agreement(bookings).security()).isEqualTo(ChannelSecurity.TLS);
    }

    /**
     * Attack: a process that takes the port of a stopped service learns nothing, with TLS and a key of its own or
     * without.
     */
    @Test
    void whoeverElseListensThereMeanwhileIsNotShownTheSecret() throws Exception {
        shows(operators);
        first = hosts.start("first");
        Bookings bookings = proxy();
        assertThat(bookings.book("a")).isEqualTo("booked a");
        CompletableFuture<String> answer = stuck(bookings);
        Hosts.kill(first);

        try (Impostor protectedOne = new Impostor(Https.context(Certificates.read(others))
                .getServerSocketFactory()
                .createServerSocket(hosts.stream))) {
            protectedOne.awaitTwo();
            assertThat(protectedOne.heard).as("inside of TLS").containsOnly("");
        }
        try (Impostor plain = new Impostor(new ServerSocket(hosts.stream))) {
            plain.awaitTwo();
            assertThat(plain.heard).allSatisfy(bytes -> {
                assertThat(bytes.charAt(0)).as("a handshake of TLS").isEqualTo((char) HANDSHAKE_RECORD);
                assertThat(bytes).doesNotContain("PRLY");
            });
        }
        assertThat(answer).isNotDone();
        hosts.start("second");

        assertThat(answered(answer)).isEqualTo("booked stuck again");
        assertThat(Published.status(bookings).streamedCalls()).isEqualTo(2);
    }

    @Test
    void aProcessWithAnotherKeyHasTheWorkAndNotTheClient() throws Exception {
        Bookings bookings = leftForAMoment();
        CompletableFuture<String> answer = stuck(bookings);
        Hosts.kill(first);
        hosts.options.clear();
        atHttps();
        shows(others);
        hosts.start("second");

        hosts.awaitTally("second book stuck true");
        assertThatThrownBy(() -> answered(answer))
                .hasStackTraceContaining("resumed within 4000 ms")
                .hasStackTraceContaining("at last: CONNECT_FAILED");
        assertThat(bookings.book("b")).isEqualTo("booked b");

        assertThat(agreement(bookings).certificate()).as("agreed anew").isEqualTo(fingerprint(others));
        assertThat(agreement(bookings).reliability()).isEqualTo(Reliability.DURABLE);
    }

    /** An operator who restarts the service without https gets the work of its sessions, but not their clients. */
    @Test
    void aProcessInTheClearHasTheWorkAndNotTheClient() throws Exception {
        Bookings bookings = leftForAMoment();
        CompletableFuture<String> answer = stuck(bookings);
        Hosts.kill(first);
        hosts.options.clear();
        hosts.start("second");

        hosts.awaitTally("second book stuck true");
        assertThatThrownBy(() -> answered(answer)).hasStackTraceContaining("resumed within 4000 ms");
    }

    /** Returns a client of a process to be killed, whose session ends soon after its connection is lost. */
    private Bookings leftForAMoment() throws Exception {
        shows(operators);
        first = hosts.start("first");
        Bookings bookings = proxy(patient().set("parley.limits.resume-millis", 4_000));
        assertThat(bookings.book("a")).isEqualTo("booked a");
        return bookings;
    }

    private void atHttps() {
        hosts.options.add("-D" + BookingsHost.KEYS + "=" + keys.resolve("localhost.p12"));
    }

    /** Sets the key store of the listeners of processes started from now on. */
    private void shows(Path keyStore) {
        hosts.options.add("-D" + BookingsHost.STREAM_KEYS + "=" + keyStore);
    }

    private Bookings proxy() throws Exception {
        return proxy(patient());
    }

    private Bookings proxy(ParleyFeature feature) throws Exception {
        return Hosts.patient(Https.trusting(
                https,
                client.proxy(
                        Bookings.class,
                        "https://localhost:" + hosts.http + "/bookings",
                        SOAPBinding.SOAP11HTTP_BINDING,
                        feature)));
    }

    private static ParleyFeature patient() {
        return Published.patient()
                .mode(Mode.ALWAYS)
                .set("parley.channels", "stream")
                .set("parley.reliability", "durable");
    }

    private CompletableFuture<String> stuck(Bookings bookings) {
        CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> bookings.book("stuck"));
        hosts.awaitTally("first book stuck false");
        return answer;
    }

    private static String answered(CompletableFuture<String> answer) throws Exception {
        return answer.get(Hosts.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private static Agreement agreement(Bookings bookings) {
        return Published.status(bookings).agreement().orElseThrow();
    }

    private static String fingerprint(Path keyStore) throws IOException {
        return Protection.fingerprint(KeyStoreFile.of(keyStore, Certificates.password())
                .read()
                .chain()
                .get(0));
    }

    /** Accepts connections, and records what is sent until the peer closes or sends a byte more than a handshake. */
    private static final class Impostor implements AutoCloseable {
        final List<String> heard = new CopyOnWriteArrayList<>();

        private static final int MOST_BYTES = 4096;
        private static final int PATIENCE_MILLIS = 500;

        private final ServerSocket socket;
        private final CountDownLatch two = new CountDownLatch(2);
        private final Thread listening;

        Impostor(ServerSocket socket) {
            this.socket = socket;
            this.listening = new Thread(this::listen);
            listening.setDaemon(true);
            listening.start();
        }

        void awaitTwo() throws InterruptedException {
            assertThat(two.await(Hosts.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }

        private void listen() {
            while (!socket.isClosed()) {
                try (Socket each = socket.accept()) {
                    each.setSoTimeout(PATIENCE_MILLIS);
                    heard.add(read(each.getInputStream()));
                    two.countDown();
                } catch (IOException e) {
                    assertThat(socket.isClosed()).as(e.toString()).isTrue();
                }
            }
        }

        private static String read(InputStream in) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try {
                for (int next = in.read(); next >= 0 && bytes.size() < MOST_BYTES; next = in.read()) {
                    bytes.write(next);
                }
            } catch (SSLException e) {
                return "";
            } catch (IOException e) {
                // The peer is silent or disconnected.
                return bytes.toString(StandardCharsets.ISO_8859_1);
            }
            return bytes.toString(StandardCharsets.ISO_8859_1);
        }

        /** Closes the socket, so that its port is free afterwards. */
        @Override
        public void close() throws IOException, InterruptedException {
            socket.close();
            listening.join();
        }
    }
}
