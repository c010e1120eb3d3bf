package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.journal.SessionSecrets;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A RESUME that came on a new connection: finds the session, here or in the store, and hands the connection over to it,
 * unless the connection or its time is over before. Nothing of that happens under the lock of the session that took the
 * connection. Thread-safe.
 */
final class Handover {
    private static final Logger LOG = LoggerFactory.getLogger(Handover.class);

    /** The session that took the connection. */
    interface Taker {
        /** Returns where it came in. */
        Object door();

        /** Returns the peer without its port. */
        String remoteHost();

        /** Refuses the connection: there is no session for it. */
        void refuse(ParleyException why);

        /** The connection is another session's from now on. */
        void handedOver();
    }

    private enum State {
        LOOKING,
        HANDED_OVER,
        ENDED
    }

    private final Services services;
    private final Taker taker;
    private final Wire handed;
    private final byte[] secret;
    private final byte[] digest;
    private final long received;
    private final AtomicReference<State> state = new AtomicReference<>(State.LOOKING);
    private volatile boolean closed;
    private volatile Lookups.@Nullable Ticket ticket;

    /**
     * @param taker the session that took the connection
     * @param handed the connection
     */
    Handover(Services services, Taker taker, Wire handed, byte[] secret, byte[] digest, long received) {
        this.services = services;
        this.taker = taker;
        this.handed = handed;
        this.secret = secret;
        this.digest = digest;
        this.received = received;
    }

    /**
     * Finds the session or begins to look for it.
     *
     * @return the rest, to be done outside of the lock
     * @throws ParleyException with the code to refuse with
     */
    Runnable find() {
        Durable durable = services.durable;
        if (durable == null || services.resumptions.has(secret) || !SessionSecrets.isShaped(secret)) {
            RunningSession found = services.resumptions.find(secret, digest, taker.door());
            return () -> handOver(found, null);
        }
        ticket = durable.find(taker.remoteHost(), secret, this::handOver);
        return () -> {};
    }

    /**
     * Ends the search; what it finds afterwards counts for nothing.
     *
     * @return whether it is over without a session; else the connection is another session's
     */
    boolean end() {
        if (state.compareAndSet(State.LOOKING, State.ENDED)) {
            Lookups.Ticket waiting = ticket;
            if (waiting != null) {
                waiting.withdraw();
            }
        }
        return state.get() == State.ENDED;
    }

    /** The same, since the connection is closed. */
    boolean close() {
        closed = true;
        return end();
    }

    private void handOver(@Nullable RunningSession found, @Nullable ParleyException failure) {
        if (failure != null && failure.code() == ErrorCode.CONTEXT_UNAVAILABLE) {
            services.events.storeFailures.increment();
        }
        if (!state.compareAndSet(State.LOOKING, State.HANDED_OVER)) {
            return;
        }
        try {
            if (found == null) {
                throw failure == null ? Resumptions.refused() : failure;
            }
            if (!found.isUnder(digest, taker.door())) {
                throw Resumptions.refused();
            }
            found.adopt(handed, secret, received);
        } catch (ParleyException e) {
            state.set(State.ENDED);
            taker.refuse(e);
            return;
        } catch (RuntimeException | Error e) {
            LOG.warn("a session could not go on on another connection", e);
            state.set(State.ENDED);
            taker.refuse(new ParleyException(ErrorCode.INTERNAL, "RESUME: the session could not go on", e));
            if (e instanceof VirtualMachineError broken) {
                throw broken;
            }
            return;
        }
        taker.handedOver();
        if (closed) {
            // The session that took the connection did not tell it any more.
            handed.onClosed(null);
        }
    }
}
