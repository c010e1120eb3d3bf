package io.parley.cli;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;

/** Keeps what a command runs until the JVM goes down, or the command's thread is interrupted, and closes it then. */
final class UntilStopped {
    private UntilStopped() {}

    /**
     * Returns only if this thread was interrupted.
     *
     * @param running closed once, by this thread or by one that ends the JVM
     * @param announcement run once nothing can end the JVM any more without closing it
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
