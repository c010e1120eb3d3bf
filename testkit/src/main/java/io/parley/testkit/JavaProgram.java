package io.parley.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A program to be run in a JVM of its own, with the class path of this one. Belongs to one thread; the processes that it
 * starts belong to whoever starts them.
 */
public final class JavaProgram {
    private static final long MOST_MINUTES = 3;

    private final Class<?> program;
    private final List<String> arguments;
    private final List<String> options = new ArrayList<>();
    private Path jdk = Path.of(System.getProperty("java.home"));
    private String classPath = System.getProperty("java.class.path");

    private JavaProgram(Class<?> program, List<String> arguments) {
        this.program = program;
        this.arguments = arguments;
    }

    /** As a JVM runs it by default. */
    public static JavaProgram of(Class<?> program, String... arguments) {
        return new JavaProgram(program, List.of(arguments));
    }

    /** One that is over, or killed, before it would pay to optimize it. */
    public static JavaProgram brief(Class<?> program, String... arguments) {
        return of(program, arguments).options("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
    }

    /** Options of the JVM, besides those that it has. */
    public JavaProgram options(String... more) {
        options.addAll(List.of(more));
        return this;
    }

    /** The home of another JDK than this one's. */
    public JavaProgram on(Path home) {
        this.jdk = home;
        return this;
    }

    /** A class path in place of this JVM's. */
    public JavaProgram classPath(String instead) {
        this.classPath = instead;
        return this;
    }

    /**
     * Leaves out the entries of the class path in which the pattern is found.
     *
     * @throws IllegalStateException if there is none: then it would run with all
     */
    public JavaProgram without(Pattern entries) {
        List<String> left = Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(classPath)
                .filter(entry -> !entries.matcher(entry).find())
                .toList();
        String shorter = String.join(File.pathSeparator, left);
        if (shorter.equals(classPath)) {
            throw new IllegalStateException("class path: expected entries with " + entries + ", found none");
        }
        return classPath(shorter);
    }

    /** What starts it, for those who start it themselves: below another program, or with its errors elsewhere. */
    public List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(jdk.resolve("bin/java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, program.getName()));
        command.addAll(arguments);
        return command;
    }

    /** Starts it; what it says can be read, and its errors are shown as those of this JVM. */
    public Process start() throws IOException {
        return new ProcessBuilder(command())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /**
     * Runs it to its end.
     *
     * @param folder where what it says is kept meanwhile
     * @throws IOException also if it does not end within three minutes; it is killed then
     */
    public Ended run(Path folder) throws IOException, InterruptedException {
        Path said = Files.createTempFile(folder, program.getSimpleName(), "");
        Process process = new ProcessBuilder(command())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            if (!process.waitFor(MOST_MINUTES, TimeUnit.MINUTES)) {
                throw new IOException(program.getName() + ": expected to end within " + MOST_MINUTES
                        + " minutes, found it running: " + Files.readString(said));
            }
        } finally {
            process.destroyForcibly();
        }
        return new Ended(process.exitValue(), Files.readString(said));
    }

    /**
     * What is left of a program that is over.
     *
     * @param said all of it, errors included
     */
    public record Ended(int exitCode, String said) {}
}
