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

/** A JVM beside this one, with this one's class path, which is asked by lines and answers by lines. Used by one thread. */
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
     * Starts a program, whose errors are shown as those of this JVM.
     *
     * @param options of the JVM
     */
    public static Child start(Class<?> program, List<String> options, List<String> arguments) throws IOException {
        return start(program, options, arguments, ProcessBuilder.Redirect.INHERIT);
    }

    /** Starts a program, whose errors go there. */
    public static Child start(
            Class<?> program, List<String> options, List<String> arguments, ProcessBuilder.Redirect errors)
            throws IOException {
        Process process = new ProcessBuilder(command(program, options, arguments))
                .redirectError(errors)
                .start();
        return new Child(program.getSimpleName(), process);
    }

    /** The command that starts a program, for who has it started by another one. */
    public static List<String> command(Class<?> program, List<String> options, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(arguments);
        return command;
    }

    /** The process itself. */
    public Process process() {
        return process;
    }

    /** The next line that it says; none once it has ended. */
    public Optional<String> line() throws IOException {
        return Optional.ofNullable(answers.readLine());
    }

    /** The next line that it says, which it is expected to say. */
    public String answer() throws IOException {
        return line().orElseThrow(() -> new IOException(name + " ended before it answered; its log says why"));
    }

    /** Asks it by a line; returns the line that it answers. */
    public String ask(String question) throws IOException {
        questions.write(question + "\n");
        questions.flush();
        return answer();
    }

    /** Ends it as {@code kill -9} does. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** It ends by itself when nobody can ask it any more. */
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
