package io.parley.cli;

import java.util.concurrent.CountDownLatch;

/** Keeps what a command runs until the JVM goes down, or the command's thread is interrupted, and closes it then. */
final class UntilStopped {
    private UntilStopped() {}

    /**
     * Returns only if this thread was interrupted.
     *
     * @param close called once, by this thread or by one that ends the JVM
     */
    static void keep(Runnable close) {
        Thread stopping = new Thread(close, "parley-stopping");
        Runtime.getRuntime().addShutdownHook(stopping);
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Runtime.getRuntime().removeShutdownHook(stopping);
            close.run();
        }
    }
}
