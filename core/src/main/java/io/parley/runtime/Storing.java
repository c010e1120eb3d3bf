package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.journal.Journal;
import io.parley.journal.StoredSession;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Reliability;
import io.parley.session.DurableState;
import io.parley.session.Session;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Storage of a session: a durable one has a {@link Hold} from its beginning, or from where another process left it; any
 * other never has. Guarded by the link's lock.
 */
final class Storing {
    private final Link link;
    private final Services services;
    private final Outlet outlet;
    private final Resumptions.OfSession secrets;
    private final Resuming resuming;
    /** Effects that wait until they are stored; null unless the session is durable here. */
    private @Nullable Hold hold;
    /** Opening side: as what it is stored; null if it is not. */
    private @Nullable Kept kept;

    /** Opening side: calls of the process before this one. */
    private final List<LeftCall> left = new ArrayList<>();

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

    /** Opening side: the session is stored as that, from its opening on. */
    void keep(Kept as) {
        kept = as;
    }

    /** Opening side: a secret came, which is to be stored before anything is sent. */
    void onSecret(byte[] secret) {
        Kept as = kept;
        Durable durable = services.durable;
        if (as == null || durable == null) {
            return;
        }
        Hold holding = hold;
        if (holding == null) {
            byte[] digest = link.agreement().digest().bytes();
            holding = keepOwn(durable, as, durable.opened().begin(as.name(), digest, as.name(), as.note()));
        }
        holding.journal().secrets(HexFormat.of().formatHex(secret), "");
    }

    /** Opening side: a call that the process before this one made; null for one that did not go out. */
    void onLeft(@Nullable PendingCall call, String label) {
        left.add(new LeftCall(label, call));
    }

    /** Opening side: the calls that were under way when the process before this one ended. */
    List<LeftCall> left() {
        return List.copyOf(left);
    }

    /**
     * Accepting side: a session goes on where another process left it, without a connection for now.
     *
     * @throws ParleyException {@code BUDGET} if there is no room for what was stored
     */
    void restore(String id, StoredSession stored) {
        try {
            keepIn(Objects.requireNonNull(services.durable), id, stored.journal());
            secrets.restore(stored.newest(), stored.before());
            restore(new byte[0], stored);
        } catch (RuntimeException | Error e) {
            abandon();
            throw e;
        }
    }

    /**
     * Opening side: the same, and it connects anew.
     *
     * @throws ParleyException {@code BUDGET} if there is no room for what was stored
     */
    void reopen(Kept as, StoredSession stored) {
        kept = as;
        try {
            keepOwn(Objects.requireNonNull(services.durable), as, stored.journal());
            restore(HexFormat.of().parseHex(stored.newest()), stored);
        } catch (RuntimeException | Error e) {
            abandon();
            throw e;
        }
    }

    /** Removes a session that could not go on from this process; in the store it stays as it was. */
    private void abandon() {
        if (hold != null) {
            hold.abandon();
        }
        link.session().close(ErrorCode.INTERNAL, "the session cannot go on");
    }

    private void restore(byte[] secret, StoredSession stored) {
        stored.journal().claim();
        Agreement agreement = link.agreement();
        Session session = link.session();
        DurableState state = stored.state();
        boolean over = state.isOver();
        session.restore(agreement, secret, state, stored.received(), stored.sent(), services.timers.nanoTime());
        ParleyException lost = new ParleyException(ErrorCode.CONNECTION_LOST, "session: its process ended");
        resuming.lost(lost);
        if (over) {
            session.giveUp(lost);
        }
    }

    /** Accepting side: all that comes and goes is stored from now on. */
    private Hold keepIn(Durable durable, String id, Journal journal) {
        Hold holding = holdBack(durable, journal, () -> durable.remove(id, link));
        secrets.keepIn(journal, () -> durable.newSecret(id));
        durable.add(id, link);
        return holding;
    }

    /** Opening side: the same. */
    private Hold keepOwn(Durable durable, Kept as, Journal journal) {
        Hold holding = holdBack(durable, journal, () -> durable.removeOpened(as.name(), link));
        durable.addOpened(as.name(), link);
        return holding;
    }

    private Hold holdBack(Durable durable, Journal journal, Runnable ended) {
        Hold holding = new Hold(link, outlet, journal, services.timers, durable.stored(), ended);
        hold = holding;
        outlet.holdBack(holding);
        return holding;
    }

    /** Returns the effects that wait until they are stored; null if none ever do. */
    @Nullable
    Hold hold() {
        return hold;
    }

    /** Runs an action on the hold, if there is one. As a turn. */
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

    /** Returns whether the session is another process's by now. */
    boolean isElsewhere() {
        return hold != null && hold.isLost();
    }

    /** Time went by. */
    void tidy() {
        if (hold != null) {
            hold.journal().tidy();
        }
    }

    /**
     * Opening side: this process leaves the session to the next, unless it is over; the peer does not hear of it.
     *
     * @return completes when the next may have it: a transaction that is still under way would make the session this process's again
     */
    CompletionStage<?> leave() {
        link.turns().enter();
        try {
            if (hold == null || kept == null || link.session().isClosed()) {
                return CompletableFuture.completedFuture(null);
            }
            hold.abandon();
            return hold.begun();
        } finally {
            link.turns().leave();
        }
    }

    /**
     * Ends the storage with the session.
     *
     * @param told runs after it; on the opening side once nothing is left of the session that the next process might
     *     find
     */
    void over(Runnable told) {
        left.forEach(LeftCall::onSessionOver);
        if (hold != null) {
            hold.journal().over();
        }
        if (hold == null || kept == null) {
            told.run();
        } else {
            hold.whenStored(told, told);
        }
    }
}
