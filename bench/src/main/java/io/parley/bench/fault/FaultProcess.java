package io.parley.bench.fault;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of a trial, with little memory, that can be killed and paused. */
final class FaultProcess implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;
    private static final long KIB = 1_024;

    private final Process process;
    private final BufferedReader said;
    private long peakMib;

    private FaultProcess(Process process) {
        this.process = process;
        this.said = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Starts a program of this class path; its errors go to a file of that name in the folder. */
    static FaultProcess start(Class<?> program, Path folder, String name, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:MaxDirectMemorySize=256m",
                "-XX:+ExitOnOutOfMemoryError",
                "-Dio.netty.maxDirectMemory=268435456",
                "-Dderby.stream.error.file=" + folder.resolve("derby.log"),
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
        command.addAll(arguments);
        return new FaultProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        folder.resolve(name + ".err").toFile()))
                .start());
    }

    /** Waits until it says that line. */
    void await(String line) throws IOException {
        for (String next = said.readLine(); next != null; next = said.readLine()) {
            if (next.equals(line)) {
                return;
            }
        }
        throw new IOException("the process ended before it said that it is " + line + "; its .err file says why");
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** As {@code kill -9} does. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Sends it a signal, such as STOP or CONT. */
    void signal(String signal) throws IOException, InterruptedException {
        int exit = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .start()
                .waitFor();
        if (exit != 0) {
            throw new IOException("kill -" + signal + " ended with " + exit);
        }
    }

    /** Returns the most memory that it had resident so far, in MiB; the last reading once it is gone. */
    long peakMib() throws IOException {
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

    /** Ends its input, and waits until it ended. */
    @Override
    public void close() throws IOException {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
