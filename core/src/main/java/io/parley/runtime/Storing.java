package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.journal.Journal;
import io.parley.journal.StoredSession;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Reliability;
import io.parley.session.DurableState;
import io.parley.session.Session;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Whether and since when a session is stored: a durable one has a {@link Hold} from its beginning, or from where
 * another process left it; any other never has. Guarded by the link's lock.
 */
final class Storing {
    private final Link link;
    private final Services services;
    private final Outlet outlet;
    private final Resumptions.OfSession secrets;
    private final Resuming resuming;
    /** What waits until it is stored; null unless the session is durable here. */
    private @Nullable Hold hold;

    Storing(Link link, Services services, Outlet outlet, Resumptions.OfSession secrets, Resuming resuming) {
        this.link = link;
        this.services = services;
        this.outlet = outlet;
        this.secrets = secrets;
        this.resuming = resuming;
    }

    /** Accepting side: a session begins. It is stored if that was agreed, and there is a store. */
    void begin(Grant granted, byte[] digest, byte[] terms) {
        Durable durable = services.durable;
        if (granted.agreement().reliability() == Reliability.DURABLE && durable != null) {
            String id = durable.journals().newId();
            keepIn(durable, id, durable.journals().begin(id, digest, granted.principal(), terms));
        }
    }

    /**
     * Accepting side: a session goes on where another process left it, without a connection for now.
     *
     * @throws ParleyException {@code BUDGET} if there is no room for what was stored
     */
    void restore(String id, StoredSession stored) {
        Agreement agreement = link.agreement();
        Hold holding = keepIn(Objects.requireNonNull(services.durable), id, stored.journal());
        secrets.restore(stored.newest(), stored.before());
        stored.journal().claim();
        Session session = link.session();
        DurableState state = stored.state();
        boolean over = state.isOver();
        try {
            session.restore(agreement, state, stored.received(), stored.sent(), services.timers.nanoTime());
        } catch (RuntimeException e) {
            holding.abandon();
            session.close(ErrorCode.INTERNAL, "the session cannot go on");
            throw e;
        }
        ParleyException lost = new ParleyException(ErrorCode.CONNECTION_LOST, "session: its process ended");
        resuming.lost(lost);
        if (over) {
            session.giveUp(lost);
        }
    }

    /** All that comes and goes is stored from now on. */
    private Hold keepIn(Durable durable, String id, Journal journal) {
        Hold holding =
                new Hold(link, outlet, journal, services.timers, durable.stored(), () -> durable.remove(id, link));
        hold = holding;
        outlet.holdBack(holding);
        secrets.keepIn(journal, () -> durable.journals().secret(id));
        durable.add(id, link);
        return holding;
    }

    /** What waits until it is stored; null if nothing ever does. */
    @Nullable
    Hold hold() {
        return hold;
    }

    /** Does something to what waits until it is stored, if anything does. As a turn. */
    void onHold(Consumer<Hold> what) {
        link.turns().run(() -> {
            if (hold != null) {
                what.accept(hold);
            }
        });
    }

    /** Ends the connection, behind what has to be stored before it goes out. */
    void hangUp(Runnable how) {
        if (hold == null) {
            how.run();
        } else {
            hold.hangUp(how);
        }
    }

    /** Whether the session is another process's by now. */
    boolean isElsewhere() {
        return hold != null && hold.isLost();
    }

    /** Time went by. */
    void tidy() {
        if (hold != null) {
            hold.journal().tidy();
        }
    }

    /** The session is over. */
    void over() {
        if (hold != null) {
            hold.journal().over();
        }
    }
}
