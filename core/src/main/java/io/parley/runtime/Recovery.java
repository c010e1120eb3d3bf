package io.parley.runtime;

import io.parley.negotiation.Agreement;
import io.parley.negotiation.Digest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds what durable sessions need to go on that another process left in the store. Thread-safe; called on workers, and may
 * block.
 */
@FunctionalInterface
public interface Recovery {
    /**
     * Returns how sessions of the agreement with that digest go on here; empty if they cannot.
     *
     * @throws io.parley.ParleyException {@code CONTEXT_UNAVAILABLE} if that is not known yet: the opening side tries
     *     again
     */
    Optional<How> find(Digest digest);

    /**
     * Arguments with which a token would have been issued, as for {@link ParleyRuntime#issue} or, with a door, {@link
     * Door#issue}.
     *
     * @param agreement the agreement with the requested digest
     * @param door where alone sessions go on; null for listeners of the agreed channel and security
     * @param caller the name under which the door's guard authenticated the caller; empty if under none
     */
    record How(
            Agreement agreement,
            @Nullable Object attachment,
            MessageHandler handler,
            @Nullable Door door,
            String caller) {
        /** Creates that of sessions which go on at listeners. */
        public How(Agreement agreement, @Nullable Object attachment, MessageHandler handler) {
            this(agreement, attachment, handler, null, "");
        }

        /** Returns the scope of their secrets. */
        Object scope() {
            return door == null ? Port.of(agreement) : new Door.Entry(door, caller);
        }
    }
}
