package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.examples.hosting.Clients;
import io.parley.examples.services.Summation;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServeCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @ValueSource(strings = {"--plain", "--stream-port=0"})
    void servicesCanBeCalledAtThePrintedAddressesUntilTheCommandIsStopped(String option) throws Exception {
        CompletableFuture<Integer> exitCode = new CompletableFuture<>();
        Thread serving = new Thread(() -> exitCode.complete(CommandRun.of(out, err, "serve", "--port", "0", option)));
        serving.start();
        await().until(() -> out.toString().contains("Ctrl-C"));

        assertThat(out.toString().lines().anyMatch(line -> line.matches("stream at localhost:[0-9]+")))
                .isEqualTo(!option.equals("--plain"));
        String address = out.toString()
                .lines()
                .filter(line -> line.endsWith("/summation?wsdl"))
                .findFirst()
                .orElseThrow();
        try (Clients clients = new Clients()) {
            Summation summation = clients.create(Summation.class, address.replace("?wsdl", ""), List.of());
            assertThat(summation.sum(new float[] {1, 2.5f})).isEqualTo(3.5f);
        }
        serving.interrupt();

        assertThat(exitCode.get(60, TimeUnit.SECONDS)).isZero();
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void itsSessionsInWebSocketsMayBeDurable(@TempDir Path folder) throws Exception {
        CompletableFuture<Integer> exitCode = new CompletableFuture<>();
        Thread serving = new Thread(() -> exitCode.complete(CommandRun.of(
                out,
                err,
                "serve",
                "--port",
                "0",
                "--set",
                "parley.channels=websocket",
                "--set",
                "parley.reliability=durable",
                "--set",
                "parley.context-store=sqlite:" + folder.resolve("sessions.db"))));
        serving.start();
        await().atMost(60, TimeUnit.SECONDS).until(() -> out.toString().contains("Ctrl-C"));
        String address = out.toString()
                .lines()
                .filter(line -> line.endsWith("/summation?wsdl"))
                .findFirst()
                .orElseThrow();

        CommandRun probed = CommandRun.of("probe", address.replace("?wsdl", ""), "--set", "parley.reliability=durable");

        assertThat(probed.out()).contains(" over websocket ").contains("reliability durable");
        serving.interrupt();
        assertThat(exitCode.get(60, TimeUnit.SECONDS)).isZero();
    }

    @Test
    void aPortThatIsTakenIsAnErrorThatNamesIt() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            CommandRun run = CommandRun.of("serve", "--plain", "--port", String.valueOf(taken.getLocalPort()));

            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(run.err()).contains("cannot publish on localhost:" + taken.getLocalPort());
        }
    }
}
