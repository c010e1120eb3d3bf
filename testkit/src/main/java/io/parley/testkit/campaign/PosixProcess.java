package io.parley.testkit.campaign;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Controls a process of the same user by POSIX commands, without root. */
final class PosixProcess {
    private static final long PATIENCE_SECONDS = 30;

    private PosixProcess() {}

    /** Stops a process until {@link #goOn}. */
    static void stop(long pid) throws IOException, InterruptedException {
        run("kill", "-STOP", Long.toString(pid));
    }

    static void goOn(long pid) throws IOException, InterruptedException {
        run("kill", "-CONT", Long.toString(pid));
    }

    /** Limits the size of a process's files: writes beyond {@code bytes} fail, as on a full disk. */
    static void limitFiles(long pid, long bytes) throws IOException, InterruptedException {
        run("prlimit", "--pid", Long.toString(pid), "--fsize=" + bytes + ":");
    }

    static void unlimitFiles(long pid) throws IOException, InterruptedException {
        run("prlimit", "--pid", Long.toString(pid), "--fsize=unlimited:");
    }

    /** Runs a command and fails unless it exits with 0. */
    static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(String.join(" ", command) + ": does not end");
        }
        if (process.exitValue() != 0) {
            throw new IOException(String.join(" ", command) + ": ended with " + process.exitValue());
        }
    }
}
