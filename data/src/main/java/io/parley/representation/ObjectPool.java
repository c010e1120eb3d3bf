package io.parley.representation;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Small pool of reusable objects, such as readers and writers. An object that was taken belongs to one thread.
 * Thread-safe.
 *
 * @param <T> the type of the objects
 */
public final class ObjectPool<T> {
    private static final int SLOTS = 16;

    private final AtomicReferenceArray<@Nullable T> places = new AtomicReferenceArray<>(SLOTS);
    private final Supplier<T> maker;

    /**
     * @param maker creates an object if none is pooled
     */
    public ObjectPool(Supplier<T> maker) {
        this.maker = maker;
    }

    /** Takes a pooled object, or creates a new one. The caller owns it. */
    public T take() {
        T found = places.getAndSet(slot(), null);
        return found == null ? maker.get() : found;
    }

    /** Returns an object, whose memory must be bounded, to the pool. The caller must not use it any more. */
    public void give(T unused) {
        places.setRelease(slot(), unused);
    }

    private static int slot() {
        return (int) Thread.currentThread().getId() & (SLOTS - 1);
    }
}
