package io.parley.channel.websocket;

import io.parley.Limit;
import io.parley.Limits;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Admission of upgrade requests at one URL, independent of the HTTP server. Counts connections whose session is not
 * open yet. Thread-safe.
 */
public final class UpgradeDesk {
    private final Limits limits;
    private final Set<String> origins;
    private final Upgrade.Guard guard;
    private final AtomicInteger pending = new AtomicInteger();
    private volatile boolean closed;

    /**
     * Creates the admission of one URL.
     *
     * @param limits of which {@code PENDING_CONNECTIONS} is enforced here
     * @param origins the allowed values of the {@code Origin} header, which browsers send
     */
    public UpgradeDesk(Limits limits, Set<String> origins, Upgrade.Guard guard) {
        this.limits = limits;
        this.origins = Set.copyOf(origins);
        this.guard = guard;
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
        int most = limits.getInt(Limit.PENDING_CONNECTIONS);
        if (closed) {
            throw Upgrade.noRoom("the service takes no connections any more");
        }
        if (pending.get() >= most) {
            throw Upgrade.noRoom(
                    "expected at most " + most + " connections that are not accepted, found as many; the setting is "
                            + Limit.PENDING_CONNECTIONS.setting());
        }
        return upgrade;
    }

    /**
     * Counts a connection as pending.
     *
     * @return ends the count; may be run several times
     */
    public Runnable begin() {
        pending.incrementAndGet();
        AtomicBoolean over = new AtomicBoolean();
        return () -> {
            if (over.compareAndSet(false, true)) {
                pending.decrementAndGet();
            }
        };
    }

    /** Refuses all further upgrades; open connections are not affected. Idempotent. */
    public void close() {
        closed = true;
    }
}
