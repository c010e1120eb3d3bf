package io.parley.session;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Delivery order of the peer's one-way messages: the order in which they were started. Since fragments interleave, a
 * short message may be complete before a long one that started earlier; it waits here until that one ends or fails.
 * Confined to the session's thread.
 */
final class OneWayOrder {
    /**
     * Bytes of memory that a waiting message takes besides its content; they are reserved as well, so that the number
     * of waiting messages is bounded.
     */
    static final int EACH_BYTES = 1024;

    private final Consumer<Received> handOn;
    private final StallTimer stallTimer;
    /** Started messages that were not delivered, in order; the value is null until a message is complete. */
    private final Map<Stream, @Nullable Received> begun = new LinkedHashMap<>();

    /**
     * Creates an order.
     *
     * @param stallNanos maximum time without content for a message that others wait for
     */
    OneWayOrder(long stallNanos, Consumer<Received> handOn) {
        this.stallTimer = new StallTimer(stallNanos);
        this.handOn = handOn;
    }

    /** Adds a message that has started. */
    void begin(Stream stream) {
        begun.put(stream, null);
    }

    /** Returns whether a message has started here and was not delivered. */
    boolean has(Stream stream) {
        return begun.containsKey(stream);
    }

    /** Returns whether all messages before that one were delivered. */
    boolean isFirst(Stream stream) {
        return begun.keySet().iterator().next() == stream;
    }

    /** Records that a message is complete. It waits until {@link #handOn}. */
    void whole(Stream stream, Received content) {
        begun.put(stream, content);
    }

    /** Removes an incomplete message that failed, or that is already being read; others need not wait for it. */
    void leave(Stream stream) {
        if (begun.containsKey(stream) && begun.get(stream) == null) {
            begun.remove(stream);
            handOn();
        }
    }

    /** Delivers the complete messages that are next in order. */
    void handOn() {
        while (!begun.isEmpty()) {
            Map.Entry<Stream, @Nullable Received> first =
                    begun.entrySet().iterator().next();
            Stream stream = first.getKey();
            Received content = first.getValue();
            if (content == null) {
                return;
            }
            begun.remove(stream);
            handOn.accept(content);
        }
    }

    /**
     * Returns the first message if others wait for it and it has received nothing for too long; otherwise null.
     *
     * @param connected true if there is a connection to receive on
     */
    @Nullable
    Stream stalled(boolean connected, long now) {
        Stream first = begun.size() > 1 && connected ? begun.keySet().iterator().next() : null;
        if (first == null) {
            stallTimer.rest();
            return null;
        }
        long length = Objects.requireNonNull(first.receiving).length();
        // The id distinguishes it from another message of the same length.
        return stallTimer.isStalled(true, ((long) first.id << Integer.SIZE) ^ length, now) ? first : null;
    }
}
