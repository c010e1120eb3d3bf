package io.parley.soap;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The static headers that one side of a session has stored for received messages (docs/protocol/framing.md 5.4). A
 * number is never reassigned. Both count and bytes are limited. Thread-safe.
 */
public final class StoredHeaders implements HeaderSource {
    private final Limits limits;
    private final Function<String, byte[]> store;
    private final Map<Integer, StaticHeader> blocks = new HashMap<>();
    private final TreeSet<Integer> unacknowledged = new TreeSet<>();
    private long bytes;
    /** Whether there are numbers to acknowledge. Read without the lock by messages that store no headers. */
    private volatile boolean hasUnacknowledged;

    private final Consumer<StaticHeader> listener;

    /**
     * @param limits of the session
     * @param store returns the bytes stored under a context URI, or throws {@code CONTEXT_UNAVAILABLE} or {@code
     *     CONTENT_MISMATCH}; may block
     * @param listener notified of each new block, on the thread that reads the message; must not block
     */
    public StoredHeaders(Limits limits, Function<String, byte[]> store, Consumer<StaticHeader> listener) {
        this.limits = limits;
        this.store = store;
        this.listener = listener;
    }

    /** Returns the store of a side without a context store. It throws for any context URI. */
    public static Function<String, byte[]> noStore() {
        return context -> {
            throw unknown("a context store with that header block", "none");
        };
    }

    /**
     * Stores the blocks that were agreed on in the negotiation, under the numbers 1, 2, 3 and so on. Must be called
     * first.
     */
    public synchronized void begin(List<StaticHeader> named) {
        for (int i = 0; i < named.size(); i++) {
            put(i + 1, named.get(i));
        }
        unacknowledged.clear();
        hasUnacknowledged = false;
    }

    @Override
    public synchronized StaticHeader get(int number) {
        StaticHeader header = blocks.get(number);
        if (header == null) {
            throw unknown("one of the " + blocks.size() + " header blocks that are kept", "another number");
        }
        return header;
    }

    @Override
    public StaticHeader keep(int number, String text) {
        return keep(number, text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public StaticHeader fetch(int number, String context) {
        return keep(number, store.apply(context));
    }

    /** Returns the numbers to acknowledge in the head that is written next, and clears them. */
    public List<Integer> takeUnacknowledged() {
        if (!hasUnacknowledged) {
            return List.of();
        }
        synchronized (this) {
            List<Integer> numbers = new ArrayList<>(unacknowledged);
            unacknowledged.clear();
            hasUnacknowledged = false;
            return numbers;
        }
    }

    private StaticHeader keep(int number, byte[] text) {
        StaticHeader known = known(number, text);
        if (known != null) {
            return known;
        }
        StaticHeader header = StaticHeader.parse(text, limits);
        synchronized (this) {
            StaticHeader raced = known(number, text);
            if (raced != null) {
                return raced;
            }
            put(number, header);
        }
        listener.accept(header);
        return header;
    }

    /**
     * Returns the block if it is stored under that number already, and acknowledges it once more. Checks everything but
     * its form.
     */
    private synchronized @Nullable StaticHeader known(int number, byte[] text) {
        StaticHeader known = blocks.get(number);
        if (known == null) {
            limits.check(Limit.STATIC_HEADERS, number, "number of a header block");
            limits.check(Limit.STATIC_HEADER_BYTES, bytes + text.length, "header blocks to be kept");
            return null;
        }
        if (!known.hasText(text)) {
            throw ParleyException.malformed("the header block that has this number", "another", "soap:Header, p:keep");
        }
        acknowledge(number);
        return known;
    }

    private void put(int number, StaticHeader header) {
        blocks.put(number, header);
        bytes += header.length();
        acknowledge(number);
    }

    private void acknowledge(int number) {
        unacknowledged.add(number);
        hasUnacknowledged = true;
    }

    private static ParleyException unknown(String expected, String found) {
        return new ParleyException(
                ErrorCode.CONTEXT_UNAVAILABLE,
                "soap:Header: expected " + expected + ", found " + found + "; send its header blocks inline");
    }
}
