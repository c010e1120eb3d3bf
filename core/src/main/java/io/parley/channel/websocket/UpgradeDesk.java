package io.parley.channel.websocket;

import io.parley.Limit;
import io.parley.Limits;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Judges the upgrades at one URL, whoever speaks HTTP there, and counts those whose session is not open yet. Thread-safe. */
public final class UpgradeDesk {
    private final Limits limits;
    private final Set<String> origins;
    private final Upgrade.Guard guard;
    private final AtomicInteger pending = new AtomicInteger();
    private volatile boolean closed;

    /**
     * @param limits of which {@code PENDING_CONNECTIONS} is enforced here
     * @param origins the values of the header {@code Origin} that are let in, which browsers send
     */
    public UpgradeDesk(Limits limits, Set<String> origins, Upgrade.Guard guard) {
        this.limits = limits;
        this.origins = Set.copyOf(origins);
        this.guard = guard;
    }

    /**
     * Returns an upgrade that is to be granted.
     *
     * @param headers all values of a header, by its name
     * @param principal under which the request was let in, or empty
     * @throws UpgradeRefusal if there is to be no WebSocket
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

    /** Counts a connection as pending until what is returned runs, which may be run several times. */
    public Runnable begin() {
        pending.incrementAndGet();
        AtomicBoolean over = new AtomicBoolean();
        return () -> {
            if (over.compareAndSet(false, true)) {
                pending.decrementAndGet();
            }
        };
    }

    /** Lets nobody in any more; connections that stand are left alone. Idempotent. */
    public void close() {
        closed = true;
    }
}
