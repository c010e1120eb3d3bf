package io.parley.soap;

import io.parley.Limits;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Static headers of a session, as one of its sides has them.
 *
 * @param sent the blocks that it may send by number
 * @param kept the blocks that it has kept for received messages
 */
public record StaticHeaders(SentHeaders sent, KeptHeaders kept) {
    /**
     * Returns the static headers of a new session, for a side without a context store.
     *
     * @param limits of the session
     */
    public static StaticHeaders begin(Limits limits) {
        return begin(limits, KeptHeaders.noStore(), header -> {});
    }

    /**
     * The same, of a side with one.
     *
     * @param store gives the bytes that are kept under a context URI, or throws {@code CONTEXT_UNAVAILABLE} or {@code
     *     CONTENT_MISMATCH}; may block
     * @param told of each block that gets a number, either way, on the thread that writes or reads; must not block
     */
    public static StaticHeaders begin(Limits limits, Function<String, byte[]> store, Consumer<StaticHeader> told) {
        return new StaticHeaders(new SentHeaders(limits, told), new KeptHeaders(limits, store, told));
    }
}
