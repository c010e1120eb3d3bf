package io.parley.examples.soak;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Handler logic of the soak test's services, with a counter of running handlers. Thread-safe. */
final class Work {
    private final AtomicInteger working = new AtomicInteger();

    /** Echoes the text after its pause, or earlier if the caller cancels. */
    Saying say(Saying saying, Consumer<Runnable> onUnwanted) {
        working.incrementAndGet();
        try {
            if (saying.pauseMillis > 0) {
                CountDownLatch unwanted = new CountDownLatch(1);
                onUnwanted.accept(unwanted::countDown);
                boolean gaveUp = unwanted.await(saying.pauseMillis, TimeUnit.MILLISECONDS);
                return gaveUp ? Saying.of("", 0) : saying;
            }
            return saying;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return saying;
        } finally {
            working.decrementAndGet();
        }
    }

    /** Returns the number of running handlers. */
    int working() {
        return working.get();
    }
}
