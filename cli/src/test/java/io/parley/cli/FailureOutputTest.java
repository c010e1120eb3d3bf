package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what commands print when they fail: one line of what was expected and found, and JSON if it was requested. */
class FailureOutputTest {
    @TempDir
    Path folder;

    static Stream<List<String>> failures() {
        return Stream.of(
                List.of("bogus"),
                List.of("probe"),
                List.of("probe", "--bogus", "http://localhost:1/"),
                List.of("probe", "http://localhost:1/"),
                List.of("describe", "FOLDER/empty"),
                List.of("describe", "FOLDER"),
                List.of("describe", "FOLDER/none"),
                List.of("compare", "FOLDER/empty"),
                List.of("compare", "FOLDER"),
                List.of("compare", "http://localhost:1/"),
                List.of("compare", "http://localhost:1/", "--requests=FOLDER/none"),
                List.of("encode", "--as=bnux", "FOLDER"),
                List.of("encode", "--as=bnux", "FOLDER/none"),
                List.of("encode", "--as=bnux", "--out=/proc/none", "FOLDER/empty"),
                List.of("encode", "--as=hhfr", "--schema=FOLDER/empty", "FOLDER/empty"),
                List.of("ctx", "put", "sqlite:FOLDER/contexts.db", "FOLDER"),
                List.of("ctx", "put", "sqlite:FOLDER/contexts.db", "FOLDER/none"),
                List.of("ctx", "get", "sqlite:FOLDER", "context"),
                List.of("audit", "export", "FOLDER/none"),
                List.of("audit", "verify", "--key=FOLDER/none", "FOLDER"),
                List.of("man", "FOLDER/none"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aFailureIsOneLineThatSaysWhatWasExpected(List<String> words) throws Exception {
        CommandRun run = run(words);

        assertThat(run.exitCode()).isIn(ExitCode.FAILED, ExitCode.USAGE);
        assertThat(run.err().lines()).as(run.err()).singleElement().asString().startsWith("parley: ");
        assertThat(run.err()).containsAnyOf("expected", "Unmatched", "Missing", "Unknown");
        assertThat(run.out()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("failures")
    void withJsonAFailureIsAnObjectToo(List<String> words) throws Exception {
        List<String> all = new ArrayList<>(words);
        all.add("--json");
        if (words.get(0).equals("encode") && words.stream().noneMatch(each -> each.startsWith("--out"))) {
            all.add("--out=FOLDER/out");
        }
        CommandRun run = run(all);

        assertThat(run.exitCode()).isIn(ExitCode.FAILED, ExitCode.USAGE);
        assertThat(run.json().findValue("error").asText()).isNotBlank();
        assertThat(run.err().lines()).as(run.err()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"serve --port=", "proxy --to=http://localhost:1/ --listen=", "broker --port="})
    void aPortInUseIsNamedWithWhatToDo(String command) throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
            CommandRun run = CommandRun.of((command + taken.getLocalPort()).split(" ", -1));

            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(run.err().lines()).as(run.err()).hasSize(1);
            assertThat(run.err()).contains("localhost:" + taken.getLocalPort(), "stop the process", "another port");
        }
    }

    @Test
    void outputThatCannotBeWrittenIsAFailure() {
        StringWriter err = new StringWriter();
        Writer full = new Writer() {
            @Override
            public void write(char[] text, int from, int length) throws java.io.IOException {
                throw new java.io.IOException("no space left");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };

        int exitCode = Main.run(
                Main.commandLine().setOut(new PrintWriter(full, true)).setErr(new PrintWriter(err, true)), "--version");

        assertThat(exitCode).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("standard output");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aPipeIsConvertedAsAFileIs() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        for (int run = 0; run < 2; run++) {
            CompletableFuture<Path> written = CompletableFuture.supplyAsync(() -> write(pipe));
            String name = run == 0 ? "encode" : "decode";
            List<String> as = run == 0 ? List.of("--as=xml") : List.of();
            List<String> words = new ArrayList<>(List.of(name, pipe.toString(), "--out=FOLDER/out"));
            words.addAll(as);

            assertThat(run(words))
                    .isEqualTo(new CommandRun(0, "1 written to " + folder.resolve("out") + ", 0 refused\n", ""));
            written.join();
        }
    }

    private static Path write(Path pipe) {
        try {
            return Files.writeString(pipe, "<a>1</a>");
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private CommandRun run(List<String> words) throws Exception {
        Files.writeString(folder.resolve("empty"), "");
        return CommandRun.of(words.stream()
                .map(each -> each.replace("FOLDER", folder.toString()))
                .toArray(String[]::new));
    }
}
