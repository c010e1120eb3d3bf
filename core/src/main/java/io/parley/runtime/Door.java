package io.parley.runtime;

import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.negotiation.Agreement;
import org.jspecify.annotations.Nullable;

/**
 * A way into a runtime beside its listeners: connections come through something that the application has anyway, such as
 * the URL of one endpoint, and what guards that place guards them. So a token that was issued at a door opens nothing
 * anywhere else, none from elsewhere opens anything here, and none that was issued to one caller opens anything for another.
 * Thread-safe.
 */
public final class Door {
    private final ParleyRuntime runtime;

    Door(ParleyRuntime runtime) {
        this.runtime = runtime;
    }

    /**
     * As {@link ParleyRuntime#issue}, for this door.
     *
     * @param caller the name under which whatever guards the door let in who asked; empty if under none
     */
    public byte[] issue(
            Agreement agreement, String principal, @Nullable Object attachment, MessageHandler handler, String caller) {
        return runtime.issue(agreement, principal, attachment, handler, new Entry(this, caller));
    }

    /**
     * Takes a connection that came to this door.
     *
     * @param caller the name under which it was let in
     */
    public ConnectionHandler accept(Connection connection, String caller) {
        return runtime.accept(connection, new Entry(this, caller));
    }

    /** What a token is good for: to come in here under that name. */
    private record Entry(Door door, String caller) {}
}
