package io.parley.store.infinispan;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.JavaProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A running process of {@link NodeProgram}. */
final class NodeProcess implements AutoCloseable {
    private final Process process;
    private static final String END = "the end of what it says";

    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
    private final PrintWriter asked;

    private NodeProcess(Process process) {
        this.process = process;
        this.asked = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        Thread reader = new Thread(this::readAll, "node-" + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    /** Reads all output; otherwise the process would block when its pipe is full. */
    private void readAll() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            lines.lines().forEach(said::add);
        } catch (IOException | UncheckedIOException e) {
            said.add(e.toString());
        } finally {
            said.add(END);
        }
    }

    static NodeProcess start(Path directory, int port, List<Integer> ports) throws IOException {
        String nodes =
                String.join(",", ports.stream().map(each -> "127.0.0.1:" + each).toList());
        String store = "infinispan:" + directory.resolve("node" + port) + "?node=127.0.0.1:" + port + "&nodes=" + nodes
                + "&startup-seconds=120";
        return new NodeProcess(new ProcessBuilder(JavaProgram.brief(NodeProgram.class, store)
                        .options("-Xmx256m")
                        .command())
                .redirectError(directory.resolve("node" + port + ".log").toFile())
                .start());
    }

    /** Waits until the node is ready. */
    NodeProcess opened() {
        // Skips the log of libraries, which is in the same stream.
        String line = read();
        while (!line.equals("open")) {
            line = read();
        }
        return this;
    }

    void ask(String line) {
        asked.println(line);
    }

    /** Returns the next answer; skips log lines. */
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
            String line = said.poll(3, TimeUnit.MINUTES);
            assertThat(line).as("what the node says").isNotNull().isNotEqualTo(END);
            return line;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    void kill() throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    /** Sends a signal: STOP suspends the process, CONT resumes it. */
    void signal(String name) throws IOException, InterruptedException {
        Process sent = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start();
        assertThat(sent.waitFor()).isZero();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
