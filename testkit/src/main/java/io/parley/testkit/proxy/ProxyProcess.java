package io.parley.testkit.proxy;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A running proxy. It is killed with the JVM, together with the processes that it started. Thread-safe. */
final class ProxyProcess implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 30;

    private final Process process;
    private final Path log;
    private final Thread hook;

    private ProxyProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
        this.hook = new Thread(this::kill);
    }

    /**
     * Starts a program.
     *
     * @param folder its working directory, which gets its output
     */
    static ProxyProcess start(ProxyProgram program, Path folder, List<String> command) throws IOException {
        Path log = folder.resolve("output.log");
        Process process =
                program.process(folder, command).redirectOutput(log.toFile()).start();
        ProxyProcess started = new ProxyProcess(process, log);
        Runtime.getRuntime().addShutdownHook(started.hook);
        return started;
    }

    /**
     * Waits until it listens at a port of the loopback address. Closes it if it does not.
     *
     * @throws IOException with its output, if it ends instead
     */
    void awaitPort(int port) throws IOException {
        try {
            await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> !process.isAlive() || listensAt(port));
            if (!process.isAlive()) {
                throw new IOException("the proxy did not start: " + Files.readString(log));
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private static boolean listensAt(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private void kill() {
        List<ProcessHandle> below = process.descendants().toList();
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
        below.forEach(ProcessHandle::destroyForcibly);
    }

    @Override
    public void close() {
        kill();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending and runs the hook.
        }
    }
}
