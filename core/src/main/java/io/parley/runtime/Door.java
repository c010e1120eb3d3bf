package io.parley.runtime;

import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.websocket.Upgrade;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Digest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A way into a runtime beside its listeners: connections come through something that the application has anyway, such as
 * the URL of one endpoint, and what guards that place guards them. So a token that was issued at a door opens nothing
 * anywhere else, none from elsewhere opens anything here, and none that was issued to one caller opens anything for another.
 * Thread-safe.
 */
public final class Door implements Upgrade.Guard {
    private final Services services;
    /** Number of open sessions by the caller and agreement that they were opened with here. */
    private final Map<Opened, Integer> sessions = new ConcurrentHashMap<>();

    Door(Services services) {
        this.services = services;
    }

    /**
     * Issues a token as {@link ParleyRuntime#issue} does, for this door.
     *
     * @param caller the name under which the door's guard authenticated the caller; empty if under none
     */
    public byte[] issue(
            Agreement agreement, String principal, @Nullable Object attachment, MessageHandler handler, String caller) {
        return services.issue(agreement, principal, attachment, handler, new Entry(this, caller));
    }

    /**
     * Takes a connection that came to this door.
     *
     * @param caller the name under which it was let in
     */
    public ConnectionHandler accept(Connection connection, String caller) {
        return LiveSession.accepting(services, connection, new Entry(this, caller), "");
    }

    @Override
    public Upgrade.Verdict mayOpen(byte[] token, byte[] digest, String caller) {
        return services.tokens.judge(token, digest, new Entry(this, caller));
    }

    /** With a store of durable sessions it is decided by RESUME: which they are is not known without reading the store. */
    @Override
    public boolean mayResume(byte[] digest, String caller) {
        return services.durable != null || sessions.containsKey(new Opened(Digest.ofBytes(digest), caller));
    }

    /**
     * Returns the way in by this door.
     *
     * @param caller the name under which the door's guard lets in who comes; empty if under none
     */
    public WayIn way(String caller) {
        return new Entry(this, caller);
    }

    /**
     * Lets durable sessions of that agreement which other processes left in the store go on here, as {@link
     * ParleyRuntime#recover(Agreement, Object, MessageHandler)} does at listeners.
     *
     * @param caller the name under which the door's guard let in who opened them
     * @throws IllegalArgumentException if such sessions cannot be durable here
     */
    public void recover(Agreement agreement, @Nullable Object attachment, MessageHandler handler, String caller) {
        services.recover(new Recovery.How(agreement, attachment, handler, way(caller)));
    }

    @Override
    public String node() {
        return services.tokens.node();
    }

    private record Opened(Digest digest, String caller) {}

    /** Scope of a token: to enter by this door under that name. */
    record Entry(Door door, String caller) implements WayIn {
        /** A session is open that was opened so. */
        void opened(Agreement agreement) {
            door.sessions.merge(new Opened(agreement.digest(), caller), 1, Integer::sum);
        }

        /** Counts a session as over. */
        void over(Agreement agreement) {
            door.sessions.computeIfPresent(
                    new Opened(agreement.digest(), caller), (key, count) -> count == 1 ? null : count - 1);
        }
    }
}
