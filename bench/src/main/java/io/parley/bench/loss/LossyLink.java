package io.parley.bench.loss;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parley.bench.contest.Child;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process of tools/link/lossy_link.py, which also starts programs at both ends of its link. Used by one thread. */
final class LossyLink implements AutoCloseable {
    /** Exit code of the program, and of the benchmark command, on machines without root permission or TUN. */
    static final int UNAVAILABLE = 3;

    private static final String PROGRAM = "tools/link/lossy_link.py";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long PATIENCE_SECONDS = 30;
    /**
     * Niceness of the measured programs: they take precedence over other work of the machine, as the link itself does.
     */
    private static final String NICENESS = "-15";

    private final Process process;
    private final BufferedReader said;
    private final JsonNode names;

    /** Thrown if this machine cannot create the link; the message gives the reason. */
    static final class UnavailableException extends IOException {
        private static final long serialVersionUID = 1;

        UnavailableException(String message) {
            super(message);
        }
    }

    private LossyLink(Process process, BufferedReader said, JsonNode names) {
        this.process = process;
        this.said = said;
        this.names = names;
    }

    /** Starts the program; the link is usable when this method returns. */
    static LossyLink start(Path home, Line line, long seed, String congestion) throws IOException {
        List<String> command =
                new ArrayList<>(List.of("python3", home.resolve(PROGRAM).toString()));
        command.addAll(line.arguments());
        command.add("--seed=" + seed);
        if (!congestion.isEmpty()) {
            command.add("--congestion=" + congestion);
        }
        Process process = started(command);
        BufferedReader said = reader(process);
        String first = said.readLine();
        if (first == null) {
            String why = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            throw ended(process) == UNAVAILABLE ? new UnavailableException(why) : new IOException(why);
        }
        return new LossyLink(process, said, JSON.readTree(first));
    }

    private static Process started(List<String> command) throws IOException {
        try {
            return new ProcessBuilder(command).start();
        } catch (IOException e) {
            throw new UnavailableException("expected " + command.get(0) + " on the path: " + e.getMessage());
        }
    }

    /** Returns the IP address of the server's end. */
    String serverHost() {
        return names.path("server_at").asText();
    }

    /** Starts a main class of this class path at the server's end. */
    Process atServer(Class<?> program, String... arguments) throws IOException {
        return at("server", program, arguments);
    }

    /** Starts a main class of this class path at the client's end. */
    Process atClient(Class<?> program, String... arguments) throws IOException {
        return at("client", program, arguments);
    }

    private Process at(String end, Class<?> program, String... arguments) throws IOException {
        List<String> command =
                new ArrayList<>(List.of("ip", "netns", "exec", names.path(end).asText(), "nice", "-n", NICENESS));
        command.addAll(Child.command(program, List.of("-Xmx512m"), List.of(arguments)));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Ends the link; returns its packet statistics, under the names that the program uses. */
    JsonNode end() throws IOException {
        process.getOutputStream().close();
        String last = said.readLine();
        ended(process);
        if (last == null) {
            throw new IOException("the link ended without saying what became of its packets");
        }
        return JSON.readTree(last);
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        ended(process);
    }

    /** Writes a line to the standard input of a process. */
    static void tell(Process process, String line) throws IOException {
        process.getOutputStream().write((line + '\n').getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    static BufferedReader reader(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Waits until a process ends whose input was closed; returns its exit code. */
    static int ended(Process process) throws IOException {
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroy();
                throw new IOException("expected a process to end with its input, found it running");
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a process was waited for", e);
        }
    }
}
