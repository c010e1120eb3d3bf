package io.parley.testkit.campaign;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Makes calls at a fixed rate, regardless of the outcome of earlier ones, so that a slow call does not delay the next
 * (no coordinated omission). Belongs to one thread.
 */
public final class PacedCalls {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final int rate;
    private final int count;
    private final Consumer<String> progress;
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicLong failed = new AtomicLong();

    /**
     * Creates a sequence of calls.
     *
     * @param rate calls per second
     * @param count total number of calls
     * @param progress receives messages about calls that failed
     */
    public PacedCalls(int rate, int count, Consumer<String> progress) {
        this.rate = rate;
        this.count = count;
        this.progress = progress;
    }

    /**
     * Makes all calls and waits for their outcomes; to be called once.
     *
     * @param company name of the kind of peers beside which they are made
     * @param caller starts the call of a number; completes with whether it received its own answer
     * @return the latencies from the due time of each call
     * @throws IllegalStateException if a call is neither answered nor fails
     */
    public LoadReport.Phase run(String company, IntFunction<CompletionStage<Boolean>> caller)
            throws InterruptedException {
        AtomicLongArray micros = new AtomicLongArray(count);
        List<CompletableFuture<?>> ends = new ArrayList<>(count);
        long start = System.nanoTime();
        for (int number = 0; number < count; number++) {
            long due = start + TimeUnit.SECONDS.toNanos(number) / rate;
            for (long remaining = due - System.nanoTime(); remaining > 0; remaining = due - System.nanoTime()) {
                LockSupport.parkNanos(remaining);
            }
            int asked = number;
            ends.add(caller.apply(number)
                    .handle((isAnswer, failure) -> {
                        long took = System.nanoTime() - due;
                        if (failure == null && isAnswer) {
                            micros.set(answered.getAndIncrement(), TimeUnit.NANOSECONDS.toMicros(took));
                        } else {
                            failed.incrementAndGet();
                            progress.accept("load: call " + asked + ": expected its answer, found " + failure);
                        }
                        return null;
                    })
                    .toCompletableFuture());
        }
        awaitAll(ends);
        long[] times = new long[answered.get()];
        for (int i = 0; i < times.length; i++) {
            times[i] = micros.get(i);
        }
        return new LoadReport.Phase(company, times, failed.get());
    }

    private static void awaitAll(List<CompletableFuture<?>> ends) throws InterruptedException {
        try {
            CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new)).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("load: expected each call to end in its time", e);
        }
    }
}
