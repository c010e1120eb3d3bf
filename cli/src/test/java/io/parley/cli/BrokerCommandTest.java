package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.testkit.JavaProgram;
import jakarta.jms.JMSContext;
import java.io.BufferedReader;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class BrokerCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void aBrokerServesAtThePrintedAddressUntilTheCommandIsStopped(@TempDir Path folder) throws Exception {
        CompletableFuture<Integer> exitCode = new CompletableFuture<>();
        Thread serving = new Thread(() -> exitCode.complete(
                CommandRun.of(out, err, "broker", "--port", "0", "--queue", "orders", "--folder", folder.toString())));
        serving.start();
        await().atMost(Duration.ofSeconds(60)).until(() -> out.toString().contains("Ctrl-C"));

        String url = out.toString().lines().findFirst().orElseThrow().replace("broker at ", "");
        try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(url);
                JMSContext context = factory.createContext()) {
            context.createProducer().send(context.createQueue("orders"), "one");
            assertThat(context.createConsumer(context.createQueue("orders")).receiveBody(String.class, 30_000))
                    .isEqualTo("one");
        }
        serving.interrupt();

        assertThat(exitCode.get(60, TimeUnit.SECONDS)).isZero();
        assertThat(Files.isDirectory(folder.resolve("journal"))).isTrue();
    }

    /** Sends SIGTERM, as orchestrators do. */
    @DisabledOnOs(OS.WINDOWS)
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // ends the test if a line is missing
    @Test
    void aProcessThatIsToldToEndStopsItsBrokerFirst() throws Exception {
        Process process = JavaProgram.brief(Main.class, "broker", "--port", "0").start();
        try (BufferedReader said = process.inputReader()) {
            assertThat(said.lines().anyMatch(line -> line.contains("Ctrl-C"))).isTrue();

            process.toHandle().destroy(); // its streams stay open

            assertThat(said.lines()).contains("stopped");
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aPortOutOfRangeIsRefusedBeforeAnythingStarts() {
        for (String command : new String[] {"broker", "serve"}) {
            CommandRun run = CommandRun.of(command, "--port", "99999");

            assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(run.err()).contains("expected a port from 0 to 65535, found 99999");
        }
    }

    @Test
    void aPortThatIsTakenIsAnError() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
            CommandRun run = CommandRun.of("broker", "--port", String.valueOf(taken.getLocalPort()));

            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(run.err()).contains("the broker does not start").contains(String.valueOf(taken.getLocalPort()));
        }
    }
}
