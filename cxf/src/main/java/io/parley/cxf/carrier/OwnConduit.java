package io.parley.cxf.carrier;

import io.parley.DaemonThreads;
import io.parley.Delays;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.apache.cxf.transport.Conduit;

/**
 * Conduit that Parley made for itself, which is closed when no exchange is under way on it. CXF ends a client of {@code java.net.http} by
 * ending the thread of its selector: before Java 21, a request that is under way then never ends, and its socket stays open for good.
 * Thread-safe.
 */
public final class OwnConduit {
    /** By so much the end of a request within the client may be later than its time limit, or the end of its body here. */
    private static final Duration MARGIN = Duration.ofSeconds(1);

    private final Conduit conduit;
    private final Executor closer;
    /** Guarded by this, as are those below. */
    private int underWay;

    private boolean closing;

    /**
     * @param conduit for nobody else
     * @param closer runs the closing, which may take some time
     */
    public OwnConduit(Conduit conduit, Executor closer) {
        this.conduit = conduit;
        this.closer = closer;
    }

    /** Returns the conduit, to be used between {@link #begin} and the end of the exchange. */
    public Conduit conduit() {
        return conduit;
    }

    /** Begins an exchange, which {@link #ended} or {@link #failed} follows; returns whether there may be one. */
    public synchronized boolean begin() {
        if (!closing) {
            underWay++;
        }
        return !closing;
    }

    /** Ends an exchange whose response was read to its end. */
    public void ended() {
        boolean last;
        synchronized (this) {
            underWay--;
            last = closing && underWay == 0;
        }
        if (last) {
            closer.execute(conduit::close);
        }
    }

    /**
     * Ends an exchange that failed here, or whose response was not read to its end: it may be under way in the client still.
     *
     * @param left of the time limit that the client has for it, and ends it by; zero if a body was closed
     */
    public void failed(Duration left) {
        Duration rest = left.isNegative() ? Duration.ZERO : left;
        Delays.run(this::ended, rest.plus(MARGIN), OwnConduit::later);
    }

    /** On a thread of its own, since that of timers must not be held. */
    private static void later(Runnable task) {
        DaemonThreads.start("parley-conduit", task);
    }

    /** Lets no exchange begin any more, and closes the conduit once none is under way. Idempotent. */
    public void close() {
        boolean now;
        synchronized (this) {
            now = !closing && underWay == 0;
            closing = true;
        }
        if (now) {
            closer.execute(conduit::close);
        }
    }
}
