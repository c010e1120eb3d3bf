package io.parley.bench.contest;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A child JVM with this JVM's class path. Requests and responses are lines of text. Used by one thread. */
public final class Child implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 60;

    private final String name;
    private final Process process;
    private final Writer questions;
    private final BufferedReader answers;

    private Child(String name, Process process) {
        this.name = name;
        this.process = process;
        this.questions = process.outputWriter(StandardCharsets.UTF_8);
        this.answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /**
     * Starts a program; its standard error goes to that of this JVM.
     *
     * @param options the JVM's options
     */
    public static Child start(Class<?> program, List<String> options, List<String> arguments) throws IOException {
        return start(program, options, arguments, ProcessBuilder.Redirect.INHERIT);
    }

    /** Starts a program with its standard error redirected. */
    public static Child start(
            Class<?> program, List<String> options, List<String> arguments, ProcessBuilder.Redirect errors)
            throws IOException {
        Process process = new ProcessBuilder(command(program, options, arguments))
                .redirectError(errors)
                .start();
        return new Child(program.getSimpleName(), process);
    }

    /** Returns the command that starts a program, for callers that let another program run it. */
    public static List<String> command(Class<?> program, List<String> options, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(arguments);
        return command;
    }

    /** Returns the process of the child JVM. */
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

    /** Sends a line and returns the line that the child answers. */
    public String ask(String question) throws IOException {
        questions.write(question + "\n");
        questions.flush();
        return answer();
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
