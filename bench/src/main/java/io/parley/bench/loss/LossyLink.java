package io.parley.bench.loss;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parley.bench.contest.Child;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A process of tools/link/lossy_link.py, which also starts programs at both ends of its link. Used by one thread. */
final class LossyLink implements AutoCloseable {
    /** Exit code of the program, and of the benchmark command, on machines without root permission or TUN. */
    static final int UNAVAILABLE = 3;

    private static final String PROGRAM = "tools/link/lossy_link.py";
    private static final ObjectMapper JSON = new ObjectMapper();
    /**
     * Niceness of the measured programs: they take precedence over other work of the machine, as the link itself does.
     */
    private static final String NICENESS = "-15";

    private final Child child;
    private final JsonNode names;

    /** Thrown if this machine cannot create the link; the message gives the reason. */
    static final class UnavailableException extends IOException {
        private static final long serialVersionUID = 1;

        UnavailableException(String message) {
            super(message);
        }
    }

    private LossyLink(Child child, JsonNode names) {
        this.child = child;
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
        Child child;
        try {
            child = Child.start(PROGRAM, command, ProcessBuilder.Redirect.PIPE);
        } catch (IOException e) {
            throw new UnavailableException("expected " + command.get(0) + " on the path: " + e.getMessage());
        }
        Optional<String> first = child.line();
        if (first.isEmpty()) {
            try (child;
                    BufferedReader errors = child.process().errorReader(StandardCharsets.UTF_8)) {
                String why = errors.lines().collect(Collectors.joining("\n"));
                child.close();
                throw child.process().exitValue() == UNAVAILABLE ? new UnavailableException(why) : new IOException(why);
            }
        }
        return new LossyLink(child, JSON.readTree(first.get()));
    }

    /** Returns the IP address of the server's end. */
    String serverHost() {
        return names.path("server_at").asText();
    }

    /**
     * Starts a main class of this class path at an end of the link.
     *
     * @param end {@code server} or {@code client}
     */
    Child at(String end, Class<?> program, String... arguments) throws IOException {
        List<String> command =
                new ArrayList<>(List.of("ip", "netns", "exec", names.path(end).asText(), "nice", "-n", NICENESS));
        command.addAll(Child.command(program, List.of("-Xmx512m"), List.of(arguments)));
        return Child.start(program.getSimpleName(), command, ProcessBuilder.Redirect.INHERIT);
    }

    /** Ends the link; returns its packet statistics, under the names that the program uses. */
    JsonNode end() throws IOException {
        child.process().getOutputStream().close();
        return JSON.readTree(child.answer());
    }

    @Override
    public void close() throws IOException {
        child.close();
    }
}
