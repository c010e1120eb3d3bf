package io.parley.bench.contest;

import io.parley.testkit.JavaProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A child process. Requests and responses are lines of text. Used by one thread. */
public final class Child implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 60;
    private static final long KIB = 1_024;

    private final String name;
    private final Process process;
    private final Writer questions;
    private final BufferedReader answers;
    private long peakMib;

    private Child(String name, Process process) {
        this.name = name;
        this.process = process;
        this.questions = process.outputWriter(StandardCharsets.UTF_8);
        this.answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /**
     * Starts a program in a JVM with this JVM's class path; its standard error goes to that of this JVM.
     *
     * @param options the JVM's options
     */
    public static Child start(Class<?> program, List<String> options, List<String> arguments) throws IOException {
        return start(program.getSimpleName(), command(program, options, arguments), Redirect.INHERIT);
    }

    /**
     * Starts a command with its standard error redirected.
     *
     * @param name what messages call it
     */
    public static Child start(String name, List<String> command, Redirect errors) throws IOException {
        return new Child(name, new ProcessBuilder(command).redirectError(errors).start());
    }

    /** Returns the command that starts a program in a JVM with this JVM's class path. */
    public static List<String> command(Class<?> program, List<String> options, List<String> arguments) {
        return JavaProgram.of(program, arguments.toArray(String[]::new))
                .options(options.toArray(String[]::new))
                .command();
    }

    /** Returns the process. */
    public Process process() {
        return process;
    }

    /** Returns the next line of the child's output; empty after its end. */
    public Optional<String> line() throws IOException {
        return Optional.ofNullable(answers.readLine());
    }

    /** Returns the next line of the child's output; fails if the child has ended. */
    public String answer() throws IOException {
        return line().orElseThrow(
                        () -> new IOException(name + " ended before it answered; its standard error says why"));
    }

    /** Waits until the child prints a line; other lines are ignored. */
    public void await(String line) throws IOException {
        for (Optional<String> next = line(); next.isPresent(); next = line()) {
            if (next.get().equals(line)) {
                return;
            }
        }
        throw new IOException("expected the line " + line + ", found the end of " + name);
    }

    /** Sends a line. */
    public void tell(String line) throws IOException {
        questions.write(line + "\n");
        questions.flush();
    }

    /** Sends a line and returns the line that the child answers. */
    public String ask(String question) throws IOException {
        tell(question);
        return answer();
    }

    /** Sends a signal, such as STOP or CONT. */
    public void signal(String signal) throws IOException, InterruptedException {
        int exit = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .start()
                .waitFor();
        if (exit != 0) {
            throw new IOException("kill -" + signal + " ended with " + exit);
        }
    }

    /** Returns the peak resident memory so far, in MiB; the last reading once the process has ended. */
    public long peakMib() throws IOException {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        if (process.isAlive() && Files.exists(status)) {
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith("VmHWM:")) {
                    peakMib = Long.parseLong(line.replaceAll("[^0-9]", "")) / KIB;
                }
            }
        }
        return peakMib;
    }

    /** Kills the child, as {@code kill -9} does. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Closes the child's input, upon which it exits by itself; a child that does not exit in time is killed. */
    @Override
    public void close() throws IOException {
        try (questions;
                answers) {
            questions.close();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
