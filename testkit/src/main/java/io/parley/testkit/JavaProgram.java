package io.parley.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Builds and starts a program in a JVM of its own, with the class path of this one. Not thread-safe; the caller owns
 * the processes that it starts.
 */
public final class JavaProgram {
    private static final long MOST_MINUTES = 3;
    /** Lines of a JVM about options in the environment, such as {@code JAVA_TOOL_OPTIONS}. */
    private static final Pattern NOTICE = Pattern.compile("(?m)^Picked up \\w+: .*\\R");

    /** First JDK that warns about native libraries and about Netty's use of memory, unless options permit them. */
    private static final int WARNS = 24;

    private final Class<?> program;
    private final List<String> arguments;
    private final List<String> options = new ArrayList<>();
    private @Nullable Path jdk;
    private String classPath = System.getProperty("java.class.path");

    private JavaProgram(Class<?> program, List<String> arguments) {
        this.program = program;
        this.arguments = arguments;
    }

    /** Creates a program that runs with the default options of a JVM. */
    public static JavaProgram of(Class<?> program, String... arguments) {
        return new JavaProgram(program, List.of(arguments));
    }

    /** Creates a short-lived program, for which optimizing compilation does not pay. */
    public static JavaProgram brief(Class<?> program, String... arguments) {
        return of(program, arguments).options("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
    }

    /** Adds options of the JVM. */
    public JavaProgram options(String... more) {
        options.addAll(List.of(more));
        return this;
    }

    /** Uses the JDK at {@code home}, without options that it needs, in place of this JVM's with them. */
    public JavaProgram on(Path home) {
        this.jdk = home;
        return this;
    }

    /** Replaces the class path of this JVM. */
    public JavaProgram classPath(String replacement) {
        this.classPath = replacement;
        return this;
    }

    /**
     * Removes the class path entries in which the pattern is found.
     *
     * @throws IllegalStateException if there are none
     */
    public JavaProgram without(Pattern entries) {
        List<String> remaining = Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(classPath)
                .filter(entry -> !entries.matcher(entry).find())
                .toList();
        String shorter = String.join(File.pathSeparator, remaining);
        if (shorter.equals(classPath)) {
            throw new IllegalStateException("class path: expected entries with " + entries + ", found none");
        }
        return classPath(shorter);
    }

    /** Returns the options that docs/guide/production.md recommends for a feature release. */
    public static List<String> recommended(int feature) {
        return feature < WARNS
                ? List.of()
                : List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");
    }

    /** Returns the command line, for callers that start the process themselves. */
    public List<String> command() {
        List<String> command = new ArrayList<>();
        Path home = jdk == null ? Path.of(System.getProperty("java.home")) : jdk;
        command.add(home.resolve("bin/java").toString());
        if (jdk == null) {
            command.addAll(recommended(Runtime.version().feature()));
        }
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, program.getName()));
        command.addAll(arguments);
        return command;
    }

    /** Starts the program. Its output can be read from the process; its errors go to those of this JVM. */
    public Process start() throws IOException {
        return new ProcessBuilder(command())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /**
     * Runs the program to its end.
     *
     * @param folder for the temporary file with its output
     * @throws IOException if it cannot be started, or does not end within three minutes and is killed
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
        return new Ended(
                process.exitValue(), NOTICE.matcher(Files.readString(said)).replaceAll(""));
    }

    /**
     * The result of a program that has ended.
     *
     * @param said its whole output, errors included, without the JVM's notices about options in the environment
     */
    public record Ended(int exitCode, String said) {}
}
