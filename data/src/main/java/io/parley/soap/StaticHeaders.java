package io.parley.soap;

import io.parley.Limits;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Static headers at one side of a session, for both directions.
 *
 * @param sent blocks that are sent by number
 * @param stored blocks that are stored for received messages
 */
public record StaticHeaders(SentHeaders sent, StoredHeaders stored) {
    /**
     * Returns the static headers of a new session, for a side without a context store.
     *
     * @param limits of the session
     */
    public static StaticHeaders begin(Limits limits) {
        return begin(limits, StoredHeaders.noStore(), header -> {});
    }

    /**
     * Returns the static headers of a new session, for a side with a context store.
     *
     * @param store returns the bytes stored under a context URI, or throws {@code CONTEXT_UNAVAILABLE} or {@code
     *     CONTENT_MISMATCH}; may block
     * @param listener notified of each block that gets a number, in either direction, on the thread that writes or
     *     reads; must not block
     */
    public static StaticHeaders begin(Limits limits, Function<String, byte[]> store, Consumer<StaticHeader> listener) {
        return new StaticHeaders(new SentHeaders(limits, listener), new StoredHeaders(limits, store, listener));
    }
}
