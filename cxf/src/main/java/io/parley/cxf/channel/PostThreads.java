package io.parley.cxf.channel;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that wait for HTTP: for the answer to a post, or until a client has taken one. */
final class PostThreads {
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final ExecutorService EXECUTOR = Executors.newCachedThreadPool(daemons());

    private PostThreads() {}

    static ExecutorService executor() {
        return EXECUTOR;
    }

    private static ThreadFactory daemons() {
        return task -> {
            Thread thread = new Thread(task, "parley-post-" + COUNT.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
