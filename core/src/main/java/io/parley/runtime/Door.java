package io.parley.runtime;

import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.negotiation.Agreement;
import org.jspecify.annotations.Nullable;

/**
 * A way into a runtime beside its listeners: connections come through something that the application has anyway, such as
 * the URL of one endpoint, and what guards that place guards them. So a token that was issued at a door opens nothing
 * anywhere else, and none from elsewhere opens anything here. Thread-safe.
 */
public final class Door {
    private final ParleyRuntime runtime;

    Door(ParleyRuntime runtime) {
        this.runtime = runtime;
    }

    /** As {@link ParleyRuntime#issue}, for this door. */
    public byte[] issue(Agreement agreement, String principal, @Nullable Object attachment, MessageHandler handler) {
        return runtime.issue(agreement, principal, attachment, handler, this);
    }

    /** Takes a connection that came to this door. */
    public ConnectionHandler accept(Connection connection) {
        return runtime.accept(connection, this);
    }
}
