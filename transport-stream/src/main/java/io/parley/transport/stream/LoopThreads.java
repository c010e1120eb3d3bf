package io.parley.transport.stream;

import io.netty.util.concurrent.FastThreadLocalThread;
import io.parley.DaemonThreads;
import io.parley.SharedThreads;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads of event loops. They are daemons, since an idle stream must not keep an application alive. A Netty thread
 * inherits from the thread that creates it, so a thread with nothing to inherit creates them. Thread-safe.
 */
final class LoopThreads implements ThreadFactory {
    private static final String NAME = "parley-stream-";
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    @Override
    public Thread newThread(Runnable loop) {
        return CompletableFuture.supplyAsync(() -> make(loop), task -> DaemonThreads.start("parley-loops", task))
                .join();
    }

    private static Thread make(Runnable loop) {
        Thread thread = new FastThreadLocalThread(SharedThreads.watched(loop), NAME + NUMBERS.incrementAndGet());
        thread.setDaemon(true);
        thread.setContextClassLoader(LoopThreads.class.getClassLoader());
        return thread;
    }
}
