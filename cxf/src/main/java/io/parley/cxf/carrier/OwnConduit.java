package io.parley.cxf.carrier;

import io.parley.DaemonThreads;
import io.parley.Delays;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.apache.cxf.transport.Conduit;

/**
 * Conduit created by Parley for its own use, closed after its last exchange. CXF closes a client of {@code
 * java.net.http} by ending its selector thread; before Java 21 a request in progress then never ends and its socket
 * stays open. Thread-safe.
 */
public final class OwnConduit {
    /** Allowance for the end of a request inside the client after its time limit, or after its body was closed here. */
    private static final Duration MARGIN = Duration.ofSeconds(1);

    private final Conduit conduit;
    private final Executor closer;
    /** Number of exchanges in progress. Guarded by this, like the following field. */
    private int active;

    private boolean closing;

    /**
     * Creates the wrapper.
     *
     * @param conduit owned by this object
     * @param closer executor for closing the conduit, which may block
     */
    public OwnConduit(Conduit conduit, Executor closer) {
        this.conduit = conduit;
        this.closer = closer;
    }

    /** Returns the conduit, to be used only between {@link #begin} and the end of the exchange. */
    public Conduit conduit() {
        return conduit;
    }

    /**
     * Starts an exchange, to be ended by {@link #ended} or {@link #failed}; returns false if the conduit is being
     * closed.
     */
    public synchronized boolean begin() {
        if (!closing) {
            active++;
        }
        return !closing;
    }

    /** Ends an exchange whose response was read completely. */
    public void ended() {
        boolean last;
        synchronized (this) {
            active--;
            last = closing && active == 0;
        }
        if (last) {
            closer.execute(conduit::close);
        }
    }

    /**
     * Ends an exchange that failed or whose response was not read completely, so that it may still be in progress in
     * the client.
     *
     * @param remaining remainder of the client's time limit for it, which ends it; zero if a body was closed
     */
    public void failed(Duration remaining) {
        Duration rest = remaining.isNegative() ? Duration.ZERO : remaining;
        Delays.run(this::ended, rest.plus(MARGIN), OwnConduit::onOwnThread);
    }

    /** Runs a task on a thread of its own, since the timer thread must not block. */
    private static void onOwnThread(Runnable task) {
        DaemonThreads.start("parley-conduit", task);
    }

    /** Allows no further exchange, and closes the conduit after the last one. Idempotent. */
    public void close() {
        boolean now;
        synchronized (this) {
            now = !closing && active == 0;
            closing = true;
        }
        if (now) {
            closer.execute(conduit::close);
        }
    }
}
