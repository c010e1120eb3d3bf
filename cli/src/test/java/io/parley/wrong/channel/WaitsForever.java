package io.parley.wrong.channel;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A class that waits without a timeout, and with one. */
final class WaitsForever {
    private WaitsForever() {}

    static void join(CompletableFuture<String> other) {
        other.join();
    }

    static void latch(CountDownLatch other) throws InterruptedException {
        Runnable later = () -> {
            synchronized (other) {
                try {
                    other.wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        later.run();
        var unused = other.await(1, TimeUnit.SECONDS);
    }
}
