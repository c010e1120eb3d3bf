package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parley.testkit.FreePort;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Tests that every command with output for scripts can print it as JSON. */
class JsonOptionTest {
    static Stream<CommandSpec> commands() {
        return ManualPage.pages(Main.commandLine()).stream()
                .map(CommandLine::getCommandSpec)
                .filter(each -> each.subcommands().isEmpty())
                .filter(each -> !each.name().equals("generate-completion")); // its output is a script already
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandHasTheOption(CommandSpec command) {
        assertThat(command.findOption("--json")).as(command.qualifiedName()).isNotNull();
    }

    static Stream<Arguments> running() {
        String port = String.valueOf(FreePort.find());
        return Stream.of(
                arguments("services", List.of("serve", "--port=0")),
                arguments("url", List.of("broker", "--port=0")),
                arguments("url", List.of("proxy", "--listen=" + port, "--to=http://localhost:1/none")),
                arguments("url", List.of("console", "http://localhost:1/none")));
    }

    @ParameterizedTest
    @MethodSource("running")
    void whatRunsSaysWhereInOneObjectAndNothingElse(String address, List<String> words) throws Exception {
        String[] arguments = Stream.concat(words.stream(), Stream.of("--json")).toArray(String[]::new);
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CompletableFuture<Integer> exitCode = new CompletableFuture<>();
        Thread command = new Thread(() -> exitCode.complete(CommandRun.of(out, err, arguments)));
        command.start();
        await().atMost(Duration.ofSeconds(60)).until(() -> out.toString().endsWith(System.lineSeparator()));

        JsonNode running = new ObjectMapper().readTree(out.toString());
        assertThat(running.get(address).toString()).contains("://");
        command.interrupt();

        assertThat(exitCode.get(60, TimeUnit.SECONDS)).isZero();
        assertThat(out.toString().lines()).as("nothing behind it").hasSize(1);
        assertThat(err.toString()).isEmpty();
    }
}
