package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.journal.SessionSecrets;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A RESUME received on a new connection: looks up its session, in memory or in the store, and hands the connection over
 * to it, unless the connection is closed or the look-up times out before. Does not hold the lock of the session that
 * accepted the connection. Thread-safe.
 */
final class Handover {
    private static final Logger LOG = LoggerFactory.getLogger(Handover.class);

    /** The session that accepted the connection. */
    interface Taker {
        /** Returns the scope of the connection. */
        Object scope();

        /** Returns the peer's host, without its port. */
        String remoteHost();

        /** Refuses the connection, because there is no session for it. */
        void refuse(ParleyException why);

        /** Called when the connection belongs to another session. */
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
     * Creates a handover.
     *
     * @param taker the session that accepted the connection
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
     * Finds the session or starts the look-up.
     *
     * @return the remaining work, to be done without the lock
     * @throws ParleyException with the code to refuse with
     */
    Runnable find() {
        Durable durable = services.durable;
        if (durable == null || services.resumptions.has(secret) || !SessionSecrets.isShaped(secret)) {
            RunningSession found = services.resumptions.find(secret, digest, taker.scope());
            return () -> handOver(found, null);
        }
        ticket = durable.find(taker.remoteHost(), secret, this::handOver);
        return () -> {};
    }

    /**
     * Ends the look-up, whose result is then ignored.
     *
     * @return true if it ended without a session; false if the connection was handed over
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

    /** Ends the look-up like {@link #end}, because the connection is closed. */
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
            if (!found.isUnder(digest, taker.scope())) {
                throw Resumptions.refused();
            }
            found.adopt(handed, secret, received);
        } catch (ParleyException e) {
            state.set(State.ENDED);
            taker.refuse(e);
            return;
        } catch (RuntimeException | Error e) {
            LOG.warn("Cannot continue a session on another connection", e);
            state.set(State.ENDED);
            taker.refuse(new ParleyException(ErrorCode.INTERNAL, "RESUME: the session could not be continued", e));
            if (e instanceof VirtualMachineError broken) {
                throw broken;
            }
            return;
        }
        taker.handedOver();
        if (closed) {
            // The close may have been reported only to the session that accepted the connection.
            handed.onClosed(null);
        }
    }
}
