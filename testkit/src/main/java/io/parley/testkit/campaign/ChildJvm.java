package io.parley.testkit.campaign;

import io.parley.testkit.JavaProgram;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A program of this class path in a JVM of its own, which can be killed, paused, and prevented from writing files.
 * Belongs to one thread.
 */
final class ChildJvm implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 180;
    private static final String END = "";

    private final Process process;
    private final BufferedWriter in;
    /** Output lines that were not consumed yet; {@link #END} last. */
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();

    ChildJvm(Class<?> program, String... arguments) throws IOException {
        this(JavaProgram.brief(program, arguments));
    }

    /** Starts a program with JVM options. */
    ChildJvm(Class<?> program, List<String> options, String... arguments) throws IOException {
        this(JavaProgram.brief(program, arguments).options(options.toArray(String[]::new)));
    }

    ChildJvm(JavaProgram program) throws IOException {
        this.process = program.start();
        this.in = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        Thread reader = new Thread(this::read, "parley-campaign-child");
        reader.setDaemon(true);
        reader.start();
    }

    /** Reads the output continuously, since a process whose output pipe is full blocks. */
    private void read() {
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (!line.isEmpty()) {
                    said.add(line);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            said.add(END);
        }
    }

    void say(String line) throws IOException {
        in.write(line + "\n");
        in.flush();
    }

    void endInput() throws IOException {
        in.close();
    }

    /** Returns the rest of the next output line with that prefix; other lines, such as log lines, are skipped. */
    String answer(String prefix) throws IOException {
        try {
            for (String line = next(); !line.equals(END); line = next()) {
                if (line.startsWith(prefix)) {
                    return line.substring(prefix.length());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new IOException("the process ended, or was silent for too long, before it said its " + prefix.strip());
    }

    private String next() throws InterruptedException {
        String line = said.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        return line == null ? END : line;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    long pid() {
        return process.pid();
    }

    /** Kills the process as {@code kill -9} does, and waits for its end. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Closes the input of the process and waits for its end. */
    @Override
    public void close() throws IOException, InterruptedException {
        in.close();
        awaitEnd();
    }

    private void awaitEnd() throws InterruptedException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException("the process does not end");
        }
    }
}
