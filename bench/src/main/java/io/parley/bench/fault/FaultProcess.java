package io.parley.bench.fault;

import io.parley.bench.contest.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A JVM of a trial, with little memory, that can be killed and paused. */
final class FaultProcess implements AutoCloseable {
    private static final long KIB = 1_024;

    private final Child child;
    private final Path errors;
    private long peakMib;

    private FaultProcess(Child child, Path errors) {
        this.child = child;
        this.errors = errors;
    }

    /** Starts a program from this class path; its standard error goes to a file in the folder, with the given name. */
    static FaultProcess start(Class<?> program, Path folder, String name, List<String> arguments) throws IOException {
        List<String> options = List.of(
                "-Xmx256m",
                "-XX:MaxDirectMemorySize=256m",
                "-XX:+ExitOnOutOfMemoryError",
                "-Dio.netty.maxDirectMemory=268435456",
                "-Dderby.stream.error.file=" + folder.resolve("derby.log"));
        Path errors = folder.resolve(name + ".err");
        return new FaultProcess(
                Child.start(program, options, arguments, ProcessBuilder.Redirect.appendTo(errors.toFile())), errors);
    }

    /** Waits until the process prints a line; other lines are ignored. */
    void await(String line) throws IOException {
        for (Optional<String> next = child.line(); next.isPresent(); next = child.line()) {
            if (next.get().equals(line)) {
                return;
            }
        }
        throw new IOException("expected the line " + line + ", found the end of the process, see " + errors);
    }

    boolean isAlive() {
        return child.process().isAlive();
    }

    /** Kills the process, as {@code kill -9} does. */
    void kill() throws InterruptedException {
        child.kill();
    }

    /** Sends a signal, such as STOP or CONT. */
    void signal(String signal) throws IOException, InterruptedException {
        int exit = new ProcessBuilder("kill", "-" + signal, pid()).start().waitFor();
        if (exit != 0) {
            throw new IOException("kill -" + signal + " ended with " + exit);
        }
    }

    /** Returns the peak resident memory so far, in MiB; the last reading once the process has ended. */
    long peakMib() throws IOException {
        Path status = Path.of("/proc", pid(), "status");
        if (isAlive() && Files.exists(status)) {
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith("VmHWM:")) {
                    peakMib = Long.parseLong(line.replaceAll("[^0-9]", "")) / KIB;
                }
            }
        }
        return peakMib;
    }

    private String pid() {
        return Long.toString(child.process().pid());
    }

    /** Closes the process's input and waits for its end. */
    @Override
    public void close() throws IOException {
        child.close();
    }
}
