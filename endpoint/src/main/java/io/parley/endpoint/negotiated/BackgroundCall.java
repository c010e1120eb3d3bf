package io.parley.endpoint.negotiated;

import io.parley.DaemonThreads;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Blocking call on a thread of its own, which is interrupted if the call's future is completed or cancelled early. */
final class BackgroundCall<R> {
    private static final ExecutorService THREADS = DaemonThreads.pool("parley-endpoint-call-");

    private final CompletableFuture<R> result = new CompletableFuture<>();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final Supplier<? extends R> call;

    private BackgroundCall(Supplier<? extends R> call) {
        this.call = call;
    }

    static <R> CompletableFuture<R> start(Supplier<? extends R> call) {
        BackgroundCall<R> started = new BackgroundCall<>(call);
        Future<?> running = THREADS.submit(started::run);
        var unused = started.result.whenComplete((value, why) -> {
            if (!started.ended.get()) {
                running.cancel(true);
            }
        });
        return started.result;
    }

    private void run() {
        R value;
        try {
            value = call.get();
        } catch (Throwable e) { // any failure completes the future
            ended.set(true);
            result.completeExceptionally(e);
            return;
        }
        ended.set(true);
        result.complete(value);
    }
}
