package io.parley.transport.http.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.ParleyException;
import io.parley.negotiation.Mode;
import io.parley.testkit.JavaProgram;
import io.parley.testkit.NewKeys;
import io.parley.transport.http.endpoint.HttpEndpointClient;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.management.ObjectName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests a process that serves a contract from a properties file, and its shutdown. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // ends the test if an expected line is missing
class EndpointProgramTest {
    private static final String SECRET = NewKeys.PASSWORD;

    @TempDir
    private Path directory;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void stop() throws InterruptedException {
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
    }

    /** Sends SIGTERM, as orchestrators do. */
    @DisabledOnOs(OS.WINDOWS)
    @ParameterizedTest
    @EnumSource(
            value = Mode.class,
            names = {"ALWAYS", "NEVER"})
    void aProcessThatIsToldToEndFinishesTheCallsThatAreUnderWay(Mode mode) throws Exception {
        Process process = process("parley.http-port=0", "parley.drain-seconds=60");
        BufferedReader out = process.inputReader();
        URI url = url(out);
        try (HttpEndpointClient client =
                HttpEndpointClient.of(SlowService.CONTRACT).mode(mode).open(url)) {
            assertThat(client.call("length", "four", Integer.class)).isEqualTo(4);
            CompletableFuture<Integer> underWay = CompletableFuture.supplyAsync(
                    () -> client.call("wait", "", Integer.class), task -> new Thread(task).start());
            assertThat(lineWith(out, "waiting")).isNotNull();

            process.toHandle().destroy(); // SIGTERM; its streams stay open

            assertThat(lineWith(out, "stopping")).isNotNull();
            await().untilAsserted(() -> assertThatThrownBy(() -> client.call("length", "x", Integer.class))
                    .isInstanceOf(ParleyException.class));
            assertThat(process.isAlive()).isTrue();
            assertThat(underWay).isNotDone();
            process.getOutputStream().write('A');
            process.getOutputStream().flush();

            assertThat(underWay.get(60, TimeUnit.SECONDS)).isEqualTo('A');
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(out.lines()).containsExactly("service closed", "stopped");
            assertThat(process.exitValue()).isEqualTo(128 + 15);
        }
    }

    @DisabledOnOs(OS.WINDOWS)
    @Test
    void callsThatDoNotEndInTimeAreCutOff() throws Exception {
        Process process = process("parley.http-port=0", "parley.drain-seconds=1", "parley.channels=http");
        BufferedReader out = process.inputReader();
        try (HttpEndpointClient client =
                HttpEndpointClient.of(SlowService.CONTRACT).mode(Mode.ALWAYS).open(url(out))) {
            CompletableFuture<Integer> underWay = CompletableFuture.supplyAsync(
                    () -> client.call("wait", "", Integer.class), task -> new Thread(task).start());
            assertThat(lineWith(out, "waiting")).isNotNull();

            process.toHandle().destroy(); // SIGTERM; its streams stay open

            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(out.lines()).contains("stopped; calls were cut off");
            assertThat(underWay).failsWithin(Duration.ofSeconds(20));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "parley.servic=x | parley.servic: expected the name of a setting, found another in",
                "parley.limits.message-byte=1 | write parley.limits.message-bytes",
                "parley.limits.message-bytes=64XB | expected a whole number of bytes, or as 64MB, at least 1, found 64XB",
                "parley.http-port=65536 | parley.http-port: expected a whole number of ports, from 0 to 65535, found 65536",
                "parley.drain-seconds=soon | parley.drain-seconds: expected a whole number of seconds, or as 30s, from 0 to 3600, found soon",
                "parley.channels=stream | parley.channels: expected http, and maybe quic, stream and websocket",
                "parley.queue=orders | parley.broker: expected the URL of a broker, found nothing",
                "parley.broker=tcp://127.0.0.1:1 | parley.queue: expected the name of a queue at the broker, found nothing",
                "parley.reliability=durable | parley.reliability: expected none or resume",
                "parley.representations=morse | morse",
                "parley.compression=brotli | no compression is called brotli",
                "parley.path=sum | expected a path",
                "parley.service=java.lang.String | parley.service: expected a public class",
                "parley.service=no.such.Service | parley.service: expected a public class",
            })
    void aConfigurationThatMakesNoSenseIsToldAtTheStart(String line, String expected) throws Exception {
        Path file = file("parley.http-port=0", "parley.key-store-password=" + SECRET, line);
        ByteArrayOutputStream err = new ByteArrayOutputStream();

        assertThat(run(file, err)).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains(expected).doesNotContain(SECRET);
    }

    @Test
    void whatCannotBeStartedIsAnotherExitCode() throws Exception {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        assertThat(run(directory.resolve("none.properties"), err)).isEqualTo(1);
        assertThat(run(file("parley.key-store=" + directory.resolve("none.p12")), err))
                .isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("none.properties", "none.p12");
    }

    /** Attack: an expired certificate, whose key was leaked, is presented until the next restart. */
    @Test
    void aKeyStoreThatIsReplacedIsShownWithoutARestartAndABrokenOneIsNot() throws Exception {
        Path store = directory.resolve("server.p12");
        X509Certificate first = keys(store, "first");
        RunningEndpoint running = RunningEndpoint.start(Configuration.read(
                file("parley.http-port=0", "parley.key-store=" + store, "parley.key-store-password=" + SECRET)));
        try {
            URI url = URI.create(running.getUrl());
            assertThat(url.getScheme()).isEqualTo("https");
            try (HttpEndpointClient client = client(url, first)) {
                assertThat(client.call("length", "größer", Integer.class)).isEqualTo(6);
                assertThat(client.channel()).contains("stream");
            }

            Path other = directory.resolve("other.p12");
            X509Certificate second = keys(other, "second");
            Files.move(other, store, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            running.renewIfChanged();
            try (HttpEndpointClient client = client(url, second)) {
                assertThat(client.call("length", "x", Integer.class)).isEqualTo(1);
            }
            assertThatThrownBy(() -> client(url, first).call("length", "x", Integer.class))
                    .as("who trusts the first one alone")
                    .isInstanceOf(ParleyException.class);

            Files.writeString(store, "half of a key store");
            running.renewIfChanged();
            try (HttpEndpointClient client = client(url, second)) {
                assertThat(client.call("length", "xy", Integer.class)).isEqualTo(2);
            }
        } finally {
            assertThat(running.stop()).isTrue();
        }
    }

    @Test
    void aConsoleSeesWhatTheEndpointDoes() throws Exception {
        RunningEndpoint running =
                RunningEndpoint.start(Configuration.read(file("parley.http-port=0", "parley.path=/slow")));
        ObjectName name = new ObjectName("io.parley:type=Endpoint,url=" + ObjectName.quote(running.getUrl()));
        var beans = ManagementFactory.getPlatformMBeanServer();
        try (HttpEndpointClient client =
                HttpEndpointClient.of(SlowService.CONTRACT).mode(Mode.ALWAYS).open(URI.create(running.getUrl()))) {
            client.call("length", "x", Integer.class);

            assertThat(running.getUrl()).endsWith("/slow");
            // A call is counted when its response is being sent, which its caller may have received before.
            await().untilAsserted(() ->
                    assertThat(beans.getAttribute(name, "StreamedCalls")).isEqualTo(1L));
            assertThat(beans.getAttribute(name, "SoapCalls")).isEqualTo(0L);
            assertThat(beans.getAttribute(name, "FailedCalls")).isEqualTo(0L);
            assertThat(beans.getAttribute(name, "Sessions")).isEqualTo(1);
            assertThat((Long) beans.getAttribute(name, "BytesIn")).isPositive();
            assertThat((Long) beans.getAttribute(name, "BytesOut")).isPositive();
        } finally {
            running.stop();
        }
        assertThat(beans.isRegistered(name)).isFalse();
    }

    private static HttpEndpointClient client(URI url, X509Certificate trusted) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null);
        store.setCertificateEntry("server", trusted);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, trust.getTrustManagers(), null);
        return HttpEndpointClient.of(SlowService.CONTRACT)
                .mode(Mode.ALWAYS)
                .http(HttpClient.newBuilder().sslContext(tls).build())
                .open(url);
    }

    private static X509Certificate keys(Path file, String name) throws Exception {
        NewKeys.write(file, name, "-keyalg", "EC", "-ext", "SAN=ip:127.0.0.1,dns:localhost");
        return (X509Certificate)
                KeyStore.getInstance(file.toFile(), SECRET.toCharArray()).getCertificate(name);
    }

    private static int run(Path file, ByteArrayOutputStream err) throws InterruptedException {
        PrintStream to = new PrintStream(err, true, StandardCharsets.UTF_8);
        return EndpointProgram.run(new String[] {file.toString()}, to, to);
    }

    private Path file(String... lines) throws IOException {
        List<String> all = new ArrayList<>(List.of("parley.service=" + SlowService.class.getName()));
        all.addAll(List.of(lines));
        Path file = Files.createTempFile(directory, "endpoint", ".properties");
        return Files.write(file, all);
    }

    private Process process(String... lines) throws IOException {
        Process process =
                JavaProgram.brief(EndpointProgram.class, file(lines).toString()).start();
        processes.add(process);
        return process;
    }

    private static URI url(BufferedReader out) throws IOException {
        return URI.create(lineWith(out, "?wsdl").replace("?wsdl", ""));
    }

    private static String lineWith(BufferedReader out, String text) throws IOException {
        String line;
        do {
            line = out.readLine();
        } while (line != null && !line.contains(text));
        return line;
    }
}
