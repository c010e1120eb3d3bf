package io.parley.transport.http.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.endpoint.negotiated.NegotiatedClient;
import io.parley.negotiation.Mode;
import io.parley.testkit.JavaProgram;
import io.parley.transport.http.endpoint.HttpEndpointClient;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import io.parley.transport.jms.endpoint.JmsEndpointClient;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests a program that serves its contract at a URL and on a queue. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // ends the test if an expected line is missing
class QueueProgramTest {
    private static final String QUEUE = "program";
    private static final String SECRET = "s3cret";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    private EmbeddedBroker broker;

    @BeforeEach
    void start() throws Exception {
        broker = EmbeddedBroker.builder()
                .queue(QUEUE)
                .bind("127.0.0.1", 0)
                .user("program", SECRET, "all")
                .permit("#", "all", true, true)
                .start();
    }

    @AfterEach
    void stop() throws Exception {
        broker.close();
    }

    private Path file(String... more) throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                "parley.service=" + SlowService.class.getName(),
                "parley.http-port=0",
                "parley.queue=" + QUEUE,
                "parley.broker=" + broker.url(),
                "parley.broker-user=program"));
        lines.addAll(List.of(more));
        return Files.write(folder.resolve("endpoint.properties"), lines);
    }

    private BrokerAccess access() {
        return BrokerAccess.byUrl(broker.url()).as("program", SECRET);
    }

    private NegotiatedClient onQueue() {
        return JmsEndpointClient.of(SlowService.CONTRACT)
                .mode(Mode.ALWAYS)
                .timeout(PATIENCE)
                .open(access(), QUEUE);
    }

    private static NegotiatedClient atUrl(URI url, String channel) {
        return HttpEndpointClient.of(SlowService.CONTRACT)
                .channels(channel)
                .mode(Mode.ALWAYS)
                .timeout(PATIENCE)
                .open(url);
    }

    @Test
    void oneProgramAnswersOnTheStreamInWebSocketsByPostsAndOnAQueue() throws Exception {
        RunningEndpoint running = RunningEndpoint.start(Configuration.read(file("parley.broker-password=" + SECRET)));
        try {
            URI url = URI.create(running.getUrl());
            List<String> channels = new ArrayList<>();
            for (NegotiatedClient each :
                    List.of(atUrl(url, "stream"), atUrl(url, "websocket"), atUrl(url, "http"), onQueue())) {
                try (each) {
                    assertThat(each.call("length", "four", Integer.class)).isEqualTo(4);
                    channels.add(each.channel().orElseThrow());
                }
            }
            assertThat(channels).containsExactly("stream", "websocket", "http", "jms");
            var beans = ManagementFactory.getPlatformMBeanServer();
            ObjectName name = new ObjectName("io.parley:type=Endpoint,url=" + ObjectName.quote(running.getUrl()));
            assertThat(beans.getAttribute(name, "StreamedCalls")).isEqualTo(4L);
            assertThat(beans.getAttribute(name, "Queue")).isEqualTo(QUEUE);
        } finally {
            assertThat(running.stop()).isTrue();
        }
        assertThat(broker.waiting(QUEUE)).isZero();
    }

    /** Sends SIGTERM, as orchestrators do. */
    @DisabledOnOs(OS.WINDOWS)
    @Test
    void aProgramThatIsToldToEndFinishesItsCallsOnTheQueue() throws Exception {
        Process process = JavaProgram.brief(
                        EndpointProgram.class,
                        file("parley.broker-password=" + SECRET, "parley.drain-seconds=60")
                                .toString())
                .start();
        BufferedReader out = process.inputReader();
        try (NegotiatedClient client = onQueue()) {
            assertThat(lineWith(out, "queue ")).isEqualTo("queue program");
            CompletableFuture<Integer> underWay = CompletableFuture.supplyAsync(
                    () -> client.call("wait", "", Integer.class), task -> new Thread(task).start());
            assertThat(lineWith(out, "waiting")).isNotNull();

            process.toHandle().destroy(); // SIGTERM; its streams stay open
            assertThat(lineWith(out, "stopping")).isNotNull();
            assertThat(underWay).isNotDone();
            process.getOutputStream().write('A');
            process.getOutputStream().flush();

            assertThat(underWay.get(60, TimeUnit.SECONDS)).isEqualTo('A');
            assertThat(lineWith(out, "stopped")).isEqualTo("stopped");
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void aBrokerThatRefusesEndsTheProgramAndItsUrl() throws Exception {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream to = new PrintStream(err, true, StandardCharsets.UTF_8);

        int code = EndpointProgram.run(
                new String[] {file("parley.broker-password=wrong-" + SECRET).toString()}, to, to);

        assertThat(code).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains(QUEUE).doesNotContain(SECRET);
    }

    @Test
    void aProgramWithoutTheArtifactSaysWhatToAdd() throws Exception {
        Path config = file("parley.broker-password=" + SECRET);
        // Jars of a repository, or folders of this build.
        JavaProgram.Ended ended = JavaProgram.brief(EndpointProgram.class, config.toString())
                .without(Pattern.compile("transport-jms"))
                .run(folder);

        assertThat(ended.exitCode()).as(ended.said()).isEqualTo(2);
        assertThat(ended.said())
                .contains("parley.queue")
                .contains("add io.parley:parley-transport-jms to the class path");
    }

    private static String lineWith(BufferedReader out, String text) throws IOException {
        String line;
        do {
            line = out.readLine();
        } while (line != null && !line.contains(text));
        return line;
    }
}
