package io.parley.store.infinispan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A running {@link NodeProgram}. */
final class NodeProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader said;
    private final PrintWriter asked;

    private NodeProcess(Process process) {
        this.process = process;
        this.said = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.asked = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
    }

    static NodeProcess start(Path directory, int port, List<Integer> ports) throws IOException {
        String nodes =
                String.join(",", ports.stream().map(each -> "127.0.0.1:" + each).toList());
        return new NodeProcess(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        NodeProgram.class.getName(),
                        "infinispan:" + directory.resolve("node" + port) + "?node=127.0.0.1:" + port + "&nodes=" + nodes
                                + "&startup-seconds=120")
                .redirectError(directory.resolve("node" + port + ".log").toFile())
                .start());
    }

    /** Waits until it serves. */
    NodeProcess opened() {
        // Libraries log to the same stream.
        String line = read();
        while (!line.equals("open")) {
            line = read();
        }
        return this;
    }

    void ask(String line) {
        asked.println(line);
    }

    /** The next answer. */
    String answer() {
        String line = read();
        while (line.indexOf(' ') > 0 && line.charAt(0) != '=') {
            line = read();
        }
        return line;
    }

    String answer(String line) {
        ask(line);
        return answer();
    }

    private String read() {
        try {
            String line = said.readLine();
            assertThat(line).as("what the node says").isNotNull();
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void kill() throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    /** Sends STOP, after which it does nothing and answers nobody, or CONT. */
    void signal(String name) throws IOException, InterruptedException {
        Process sent = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start();
        assertThat(sent.waitFor()).isZero();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
