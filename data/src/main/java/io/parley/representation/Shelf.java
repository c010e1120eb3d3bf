package io.parley.representation;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Small pool of objects that a finished reader or writer leaves for the next one; a taken object belongs to one thread.
 * Thread-safe.
 */
public final class Shelf<T> {
    private static final int PLACES = 16;

    private final AtomicReferenceArray<@Nullable T> places = new AtomicReferenceArray<>(PLACES);
    private final Supplier<T> maker;

    /**
     * @param maker makes one where none is left
     */
    public Shelf(Supplier<T> maker) {
        this.maker = maker;
    }

    /** Takes a pooled object, or makes a new one; the caller owns it. */
    public T take() {
        T found = places.getAndSet(place(), null);
        return found == null ? maker.get() : found;
    }

    /** Leaves something of bounded size for others; the caller has no part in it any more. */
    public void give(T unused) {
        places.setRelease(place(), unused);
    }

    private static int place() {
        return (int) Thread.currentThread().getId() & (PLACES - 1);
    }
}
