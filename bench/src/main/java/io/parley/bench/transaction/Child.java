package io.parley.bench.transaction;

import io.parley.bench.contest.Jvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM beside this one, which is asked by lines and answers by lines. It ends with this one. Used by one thread. */
final class Child implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 20;

    private final String name;
    private final Process process;
    private final Writer questions;
    private final BufferedReader answers;

    private Child(String name, Process process) {
        this.name = name;
        this.process = process;
        this.questions = process.outputWriter(StandardCharsets.UTF_8);
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Starts a program with this JVM's class path; it answers once it is ready. */
    static Child start(Class<?> program, List<String> jvm, String... arguments) throws IOException {
        Process process = new ProcessBuilder(Jvm.command(program, jvm, List.of(arguments)))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new Child(program.getSimpleName(), process);
    }

    /** The next line that it says. */
    String answer() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new IOException(name + " ended before it answered; its log says why");
        }
        return line;
    }

    String ask(String question) throws IOException {
        questions.write(question + "\n");
        questions.flush();
        return answer();
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
