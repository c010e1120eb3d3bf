package io.parley.bench.fault;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/**
 * A client with blocking calls: each pending call has a thread, up to as many as an application might have.
 * Thread-safe.
 */
final class BlockingCalls implements Rival.Client {
    private static final int THREADS = 256;

    private final UnaryOperator<byte[]> call;
    private final AutoCloseable client;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS, task -> {
        Thread thread = new Thread(task, "caller");
        thread.setDaemon(true);
        return thread;
    });

    BlockingCalls(UnaryOperator<byte[]> call, AutoCloseable client) {
        this.call = call;
        this.client = client;
    }

    @Override
    public CompletableFuture<byte[]> exchange(byte[] request) {
        return CompletableFuture.supplyAsync(() -> call.apply(request), threads);
    }

    @Override
    public void close() throws Exception {
        threads.shutdownNow();
        client.close();
    }
}
