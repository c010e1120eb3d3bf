package io.parley.session;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The order in which the peer began its one-way messages. Fragments interleave, so a short message may end before a long one
 * that began earlier; it waits here until that ended or failed. Belongs to the session's thread.
 */
final class OneWayOrder {
    /**
     * Memory that a message takes beside its content while it waits; reserved with that, so that no number of them is
     * free.
     */
    static final int EACH_BYTES = 1024;

    private final Consumer<Received> handOn;
    private final Pace pace;
    /** Messages that began and were not handed on, in their order; null as content of those that did not end. */
    private final Map<Stream, @Nullable Received> begun = new LinkedHashMap<>();

    /** @param stallNanos for which a message that others wait for may bring nothing */
    OneWayOrder(long stallNanos, Consumer<Received> handOn) {
        this.pace = new Pace(stallNanos);
        this.handOn = handOn;
    }

    /** A message began. */
    void begin(Stream stream) {
        begun.put(stream, null);
    }

    /** Returns whether a message began here and was not handed on. */
    boolean has(Stream stream) {
        return begun.containsKey(stream);
    }

    /** Returns whether all messages before that one were handed on. */
    boolean isFirst(Stream stream) {
        return begun.keySet().iterator().next() == stream;
    }

    /** A message came whole. It waits until {@link #handOn}. */
    void whole(Stream stream, Received content) {
        begun.put(stream, content);
    }

    /** A message failed, or somebody has it already: others need not wait for it. Those that came whole are kept. */
    void leave(Stream stream) {
        if (begun.containsKey(stream) && begun.get(stream) == null) {
            begun.remove(stream);
            handOn();
        }
    }

    /** Hands on the messages whose turn it is. */
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
     * Returns the message that brought nothing for too long while others wait for it, or null.
     *
     * @param connected whether it could have brought something
     */
    @Nullable
    Stream stalled(boolean connected, long now) {
        Stream first = begun.size() > 1 && connected ? begun.keySet().iterator().next() : null;
        if (first == null) {
            pace.rest();
            return null;
        }
        long length = Objects.requireNonNull(first.receiving).length();
        // Another message of the same length is not the one that was looked at.
        return pace.isStalled(true, ((long) first.id << Integer.SIZE) ^ length, now) ? first : null;
    }
}
