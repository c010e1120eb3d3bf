package io.parley.bench.contest;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Tasks on other threads. */
public final class Tasks {
    private Tasks() {}

    /**
     * Waits for the result of a task.
     *
     * @throws IOException if the task failed; its own, if it failed with one
     */
    public static <T> T done(Future<T> task) throws IOException {
        try {
            return task.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a task was waited for");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IOException("a task failed: " + e.getCause(), e);
        }
    }

    /**
     * Returns the result of work that does not fail.
     *
     * @throws IllegalStateException if it fails
     */
    public static <T> T result(Callable<T> work) {
        try {
            return work.call();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("a call failed: " + e, e);
        }
    }

    /**
     * Closes what can be closed.
     *
     * @throws IllegalStateException if it cannot
     */
    public static void close(AutoCloseable one) {
        result(() -> {
            one.close();
            return one;
        });
    }

    /** Starts a daemon thread. */
    public static Thread start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
