package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.representation.SideContent;
import io.parley.session.Budget;
import io.parley.session.IncomingSide;
import io.parley.session.Stream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/** The side streams of one session, in both directions; guarded by the session's lock. */
final class SideStreams {
    private final SessionDriver driver;
    /** Open inputs, read or not. Guarded by the lock. */
    private final Set<SideInput> readers = new HashSet<>();

    SideStreams(SessionDriver driver) {
        this.driver = driver;
    }

    /**
     * Attaches a side stream to a message that is being written.
     *
     * @return null if the message has too many; the caller then keeps the content
     */
    @Nullable
    Stream attach(Stream message, SideContent content, int chunkBytes) {
        driver.lock().enter();
        try {
            Stream side = driver.exchange().attachSide(message);
            if (side != null) {
                SideWriter writer = new SideWriter(this, driver, side, content, chunkBytes);
                side.attach(writer);
                if (side.isClosed()) {
                    driver.lock().defer(writer::stop); // The message has ended already.
                }
            }
            return side;
        } finally {
            driver.lock().leave();
        }
    }

    boolean wantsMore(Stream side) {
        return driver.lock().get(() -> driver.exchange().wantsMore(side));
    }

    /** Aborts a side stream of this side, unless it has ended. */
    void abort(Stream side, ErrorCode code, String text) {
        driver.abort(side, code, text);
        if (side.attachment() instanceof SideWriter writer) {
            writer.stop();
        }
    }

    // Readers.

    InputStream open(IncomingSide side) {
        driver.lock().enter();
        try {
            SideInput input = new SideInput(this, side, driver.lock().newCondition());
            side.attach(input);
            input.start();
            if (driver.exchange().isClosed()) {
                input.onSessionOver();
            } else {
                readers.add(input);
            }
            return input;
        } finally {
            driver.lock().leave();
        }
    }

    /** Waits for the next content, which the caller then owns; null after its end. */
    @Nullable
    ByteBuf await(IncomingSide side, Condition arrival) throws IOException {
        driver.lock().enter();
        try {
            while (true) {
                ByteBuf next = driver.exchange().read(side);
                if (next != null || side.isAtEnd()) {
                    if (next == null) {
                        forget(side);
                    }
                    return next;
                }
                ParleyException failure = side.failure();
                if (failure != null) {
                    throw SideInput.ended(failure);
                }
                arrival.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException("interrupted while waiting for " + side);
            interrupted.initCause(e);
            throw interrupted;
        } finally {
            driver.lock().leave();
        }
    }

    /** Cancels a side stream of the peer, and wakes its reader. */
    void cancel(IncomingSide side, ErrorCode code, String text) {
        driver.lock().enter();
        try {
            driver.exchange().cancel(side, code, text);
            if (side.attachment() instanceof SideInput input) {
                input.onArrival();
            }
            forget(side);
        } finally {
            driver.lock().leave();
        }
    }

    private void forget(IncomingSide side) {
        if (side.attachment() instanceof SideInput input) {
            readers.remove(input);
        }
    }

    /** Ends all inputs when the session is closed. Called with the session locked. */
    void onSessionOver() {
        readers.forEach(SideInput::onSessionOver);
        readers.clear();
    }

    /** Returns the memory budget for received content. Thread-safe. */
    Budget memory() {
        return driver.lock().get(() -> driver.exchange().receivingBudget());
    }

    // Shared by readers and writers.

    IdleWatch watch(Runnable onIdle) {
        Services services = driver.services();
        return new IdleWatch(services.timers, idleLimit(), onIdle);
    }

    /**
     * Returns the error text for a side stream that made no progress.
     *
     * @param expected event that did not occur
     */
    String idle(String expected) {
        return "side stream: expected " + expected + " within " + idleLimit().toMillis()
                + " ms, found it neither; the setting is " + Limit.SIDE_IDLE_MILLIS.setting();
    }

    private Duration idleLimit() {
        return Duration.ofMillis(driver.services().limits.get(Limit.SIDE_IDLE_MILLIS));
    }
}
