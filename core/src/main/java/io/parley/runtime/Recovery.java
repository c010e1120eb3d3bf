package io.parley.runtime;

import io.parley.negotiation.Agreement;
import io.parley.negotiation.Digest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the arguments for continuing durable sessions that another process left in the store. Thread-safe; called on
 * workers, and may block.
 */
@FunctionalInterface
public interface Recovery {
    /**
     * Returns the arguments for sessions of the agreement with that digest; empty if they cannot be continued here.
     *
     * @throws io.parley.ParleyException {@code CONTEXT_UNAVAILABLE} if this is not known yet: the opening side retries
     */
    Optional<Arguments> find(Digest digest);

    /**
     * The arguments that {@link ParleyRuntime#issue} or {@link SessionAcceptor#issue} would have had.
     *
     * @param agreement the agreement with the requested digest
     * @param scope the scope in which the sessions may be resumed; see {@link SessionAcceptor#scope}
     */
    record Arguments(Agreement agreement, @Nullable Object attachment, MessageHandler handler, TokenScope scope) {
        /** Creates arguments for sessions that may be resumed at listeners of the agreed channel and security. */
        public Arguments(Agreement agreement, @Nullable Object attachment, MessageHandler handler) {
            this(agreement, attachment, handler, Port.of(agreement));
        }
    }
}
