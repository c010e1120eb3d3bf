package io.parley.channel;

import io.parley.DaemonThreads;
import io.parley.Delays;
import io.parley.Limits;
import io.parley.ParleyException;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pending connections at one URL, whose sockets an HTTP server accepts: those that were not yet accepted by a
 * session. Those that are too many of one address take turns as at a listener ({@link PendingConnections}): they are
 * open, but not read. Who is too many in all is refused by the caller. Thread-safe; no method blocks.
 */
public final class UrlPendingConnections {
    private static final Logger LOG = LoggerFactory.getLogger(UrlPendingConnections.class);
    /** Ends connections: an HTTP server may answer their requests by a call that waits for the peer. */
    private static final Executor EXECUTOR = DaemonThreads.pool("parley-pending-");

    private final PendingConnections pendingConnections;

    /** Creates the pending connections of one URL. */
    public UrlPendingConnections(Limits limits) {
        this.pendingConnections = new PendingConnections(
                limits, System::nanoTime, look -> Delays.run(look, PendingConnections.CHECK_INTERVAL, EXECUTOR));
    }

    /** Returns whether as many connections are served as {@code PENDING_CONNECTIONS} allows. */
    public boolean isFull() {
        return pendingConnections.isFull();
    }

    /** Creates the place of a connection that is to come. */
    public Place place() {
        return new Place();
    }

    /** The place of one connection. */
    public final class Place {
        private final Turn turn = new Turn();
        private volatile @Nullable Connection connection;
        /** Guarded by this, as are the fields below. */
        private boolean begun;

        private boolean waiting;
        private boolean left;

        private Place() {}

        /** Returns an acceptor that takes the place for its connection, once the handler was created. */
        public Function<Connection, ConnectionHandler> taking(Function<Connection, ConnectionHandler> acceptor) {
            return taker -> {
                ConnectionHandler handler = acceptor.apply(taker);
                take(taker);
                return handler;
            };
        }

        /**
         * Takes the place, which stops the reading of the connection until its turn. Called once, before the first
         * read.
         */
        public void take(Connection taker) {
            connection = taker;
            pendingConnections.add(turn, Network.ofRemote(taker.remote()));
            boolean isOver;
            synchronized (this) {
                isOver = left;
                if (!begun && !left) {
                    waiting = true;
                    taker.setReading(false);
                }
            }
            if (isOver) {
                pendingConnections.remove(turn);
            }
        }

        /**
         * Leaves the place, because the connection was accepted or is closed. Idempotent; may come before it is taken.
         */
        public void leave() {
            synchronized (this) {
                if (!left) {
                    left = true;
                    read();
                }
            }
            pendingConnections.remove(turn);
        }

        /** Returns whether the connection is not read, because it is not its turn. */
        public synchronized boolean isWaiting() {
            return waiting;
        }

        private synchronized void read() {
            if (waiting) {
                waiting = false;
                taker().setReading(true);
            }
        }

        private Connection taker() {
            return Objects.requireNonNull(connection, "a place that was not taken");
        }

        private final class Turn implements PendingConnections.Candidate {
            @Override
            public void begin() {
                synchronized (Place.this) {
                    if (!left) {
                        begun = true;
                        read();
                    }
                }
            }

            @Override
            public boolean isSilent() {
                return taker().isSilent();
            }

            @Override
            public void end(ParleyException why) {
                synchronized (Place.this) {
                    if (!left) {
                        LOG.debug("Closing the connection of {}: {}", taker().remote(), why.getMessage());
                        EXECUTOR.execute(() -> {
                            taker().close();
                            leave(); // It may take a second until an HTTP connection is gone.
                        });
                    }
                }
            }
        }
    }
}
