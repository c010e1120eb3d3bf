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
     * Arguments with which a token would have been issued, as for {@link ParleyRuntime#issue} or {@link Door#issue}.
     *
     * @param agreement the agreement with the requested digest
     * @param way the only one by which sessions go on; that of a door is {@link Door#way}
     */
    record How(Agreement agreement, @Nullable Object attachment, MessageHandler handler, WayIn way) {
        /** Creates that of sessions which go on at listeners of the agreed channel and security. */
        public How(Agreement agreement, @Nullable Object attachment, MessageHandler handler) {
            this(agreement, attachment, handler, Port.of(agreement));
        }
    }
}
