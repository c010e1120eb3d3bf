package io.parley.testkit.capture;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs {@code tshark}, the command line program of Wireshark, with the dissector of tools/wireshark. */
public final class Tshark {
    private static final long MOST_SECONDS = 60;
    private static final String SCRIPT = "tools/wireshark/parley/parley.lua";

    private final Path repository;
    private final List<String> options = new ArrayList<>();

    /** Creates a runner with the dissector of a working tree. */
    public Tshark(Path repository) {
        this.repository = repository;
    }

    /** Returns why it cannot be run on this machine; empty if it can. */
    public static String obstacle() throws InterruptedException {
        try {
            Process process = new ProcessBuilder("tshark", "--version")
                    .redirectErrorStream(true)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return output.contains("with Lua") ? "" : "tshark has no Lua here";
        } catch (IOException e) {
            return "tshark cannot be had: " + e.getMessage();
        }
    }

    /** Sets a Wireshark preference, as on the command line. */
    public Tshark option(String name, String value) {
        options.add(name);
        options.add(value);
        return this;
    }

    /**
     * Returns the values of fields in the frames that match a filter: one line for each frame, fields separated by
     * bars.
     */
    public List<String> fields(Path capture, String filter, String... fields) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("-Y", filter, "-T", "fields", "-E", "separator=|"));
        for (String field : fields) {
            arguments.add("-e");
            arguments.add(field);
        }
        return run(capture, arguments).lines().toList();
    }

    /** Returns the protocol trees of the frames that match a filter. */
    public String trees(Path capture, String filter) throws IOException, InterruptedException {
        return run(capture, List.of("-Y", filter, "-V", "-O", "parley"));
    }

    /** Returns the list of the frames that match a filter: number, protocol and information. */
    public String list(Path capture, String filter) throws IOException, InterruptedException {
        return run(capture, List.of("-Y", filter));
    }

    private String run(Path capture, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of("tshark", "-X", "lua_script:" + repository.resolve(SCRIPT), "-r", capture.toString(), "-n"));
        command.addAll(options);
        command.addAll(arguments);
        Path errors = Files.createTempFile("tshark", ".err");
        Path output = Files.createTempFile("tshark", ".out");
        Process process = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        try {
            if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("expected tshark to end within " + MOST_SECONDS + " s");
            }
            String said = Files.readString(errors);
            if (process.exitValue() != 0 || said.contains("Lua")) {
                throw new IllegalStateException("expected tshark to read the capture, found " + said);
            }
            return Files.readString(output);
        } finally {
            process.destroyForcibly();
            Files.delete(errors);
            Files.delete(output);
        }
    }
}
