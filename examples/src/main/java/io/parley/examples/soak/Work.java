package io.parley.examples.soak;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** What services of a soak do, and how many of them do it now. Thread-safe. */
final class Work {
    private final AtomicInteger working = new AtomicInteger();

    /** Says it back, after its pause: no longer than its caller waits. */
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

    /** Handlers that wait now. */
    int working() {
        return working.get();
    }
}
