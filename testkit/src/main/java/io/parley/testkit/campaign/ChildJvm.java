package io.parley.testkit.campaign;

import io.parley.testkit.JavaProgram;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program of this class path in a JVM of its own, to be killed. Belongs to one thread. */
final class ChildJvm implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    private final Process process;
    private final BufferedReader out;
    private final BufferedWriter in;

    ChildJvm(Class<?> program, String... arguments) throws IOException {
        this(program, List.of(), arguments);
    }

    /** One with options of its own. */
    ChildJvm(Class<?> program, List<String> options, String... arguments) throws IOException {
        this.process = JavaProgram.brief(program, arguments)
                .options(options.toArray(String[]::new))
                .start();
        this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.in = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    }

    void say(String line) throws IOException {
        in.write(line + "\n");
        in.flush();
    }

    void endInput() throws IOException {
        in.close();
    }

    /** What the next line says; lines of logging are passed over. */
    String answer(String prefix) throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith(prefix)) {
                return line.substring(prefix.length());
            }
        }
        throw new IOException("the process ended before it said its " + prefix.strip());
    }

    /** As {@code kill -9} does. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Lets it end by itself. */
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
