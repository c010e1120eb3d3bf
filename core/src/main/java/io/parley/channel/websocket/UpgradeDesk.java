package io.parley.channel.websocket;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.channel.UrlPendingConnections;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Admission of upgrade requests at one URL, independent of the HTTP server. Limits the connections whose
 * session is not open yet. Thread-safe.
 */
public final class UpgradeDesk {
    private final Limits limits;
    private final Set<String> origins;
    private final Upgrade.Guard guard;
    private final UrlPendingConnections pendingConnections;
    private volatile boolean closed;

    /**
     * Creates the admission of one URL.
     *
     * @param limits of which {@code PENDING_CONNECTIONS} and {@code PENDING_PER_ADDRESS} are enforced here
     * @param origins the allowed values of the {@code Origin} header, which browsers send
     */
    public UpgradeDesk(Limits limits, Set<String> origins, Upgrade.Guard guard) {
        this.limits = limits;
        this.origins = Set.copyOf(origins);
        this.guard = guard;
        this.pendingConnections = new UrlPendingConnections(limits);
    }

    /**
     * Checks an upgrade request.
     *
     * @param headers returns all values of a header
     * @param principal that the request was authenticated as, or empty
     * @return the upgrade to grant
     * @throws UpgradeRefusal if the request is refused
     */
    public Upgrade admit(String method, Function<String, List<String>> headers, String principal)
            throws UpgradeRefusal {
        Upgrade upgrade = Upgrade.read(method, headers, origins);
        upgrade.check(guard, principal);
        if (closed) {
            throw Upgrade.noRoom("the service takes no connections any more");
        }
        if (pendingConnections.isFull()) {
            throw Upgrade.noRoom("expected at most " + limits.getInt(Limit.PENDING_CONNECTIONS)
                    + " connections that are not accepted, found as many; the setting is "
                    + Limit.PENDING_CONNECTIONS.setting());
        }
        return upgrade;
    }

    /** Creates the place of an upgraded connection, which it leaves when it is accepted or closed. */
    public UrlPendingConnections.Place place() {
        return pendingConnections.place();
    }

    /** Refuses all further upgrades; open connections are not affected. Idempotent. */
    public void close() {
        closed = true;
    }
}
