package io.parley.cli;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;

/** Keeps a resource open until the JVM shuts down or the command's thread is interrupted, and then closes it. */
final class UntilStopped {
    private UntilStopped() {}

    /**
     * Waits until this thread is interrupted.
     *
     * @param running closed once, by this thread or by a shutdown hook
     * @param announcement run once the shutdown hook is registered
     */
    static void keep(Closeable running, Runnable announcement) throws IOException {
        Thread stopping = new Thread(() -> close(running), "parley-stopping");
        Runtime.getRuntime().addShutdownHook(stopping);
        try {
            announcement.run();
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Runtime.getRuntime().removeShutdownHook(stopping);
            running.close();
        }
    }

    private static void close(Closeable running) {
        try {
            running.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
