package io.parley.store.jdbc;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.sql.SQLException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Small pool of connections for reading, opened on demand. Thread-safe. */
final class ReaderPool implements AutoCloseable {
    private static final int MAX_CONNECTIONS = 4;
    private static final int TIMEOUT_SECONDS = 30;

    private final Dialect dialect;
    private final BlockingQueue<Session> idle = new ArrayBlockingQueue<>(MAX_CONNECTIONS);
    private final Semaphore permits = new Semaphore(MAX_CONNECTIONS);
    private volatile boolean closed;

    /** Query to run. */
    interface Reading<T> {
        T read(Session session) throws SQLException;
    }

    ReaderPool(Dialect dialect) {
        this.dialect = dialect;
    }

    /** Runs a query; retries once with a new connection if a pooled one turns out to be lost. Blocks. */
    <T> T read(Reading<T> reading) {
        acquirePermit();
        try {
            return readWithPermit(reading);
        } catch (SQLException e) {
            throw Failures.unavailable(dialect, "to read", e);
        } finally {
            permits.release();
        }
    }

    private <T> T readWithPermit(Reading<T> reading) throws SQLException {
        Session old = idle.poll();
        if (old != null) {
            try {
                return read(reading, old);
            } catch (SQLException e) {
                if (!dialect.isLost(e)) {
                    throw e;
                }
            }
        }
        return read(reading, dialect.connect());
    }

    private <T> T read(Reading<T> reading, Session session) throws SQLException {
        boolean isGood = false;
        try {
            T result = reading.read(session);
            session.commit();
            isGood = true;
            return result;
        } finally {
            release(session, isGood);
        }
    }

    private void release(Session session, boolean isGood) {
        if (!isGood || closed || !idle.offer(session)) {
            session.close();
        }
        if (closed) {
            closeIdle();
        }
    }

    private void acquirePermit() {
        if (closed) {
            throw Failures.closed(dialect);
        }
        try {
            if (!permits.tryAcquire(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new ParleyException(
                        ErrorCode.CONTEXT_UNAVAILABLE,
                        dialect.place() + ": expected one of " + MAX_CONNECTIONS + " connections within "
                                + TIMEOUT_SECONDS + " seconds, found all in use");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ParleyException(ErrorCode.CONTEXT_UNAVAILABLE, dialect.place() + ": interrupted", e);
        }
    }

    private void closeIdle() {
        for (@Nullable Session each = idle.poll(); each != null; each = idle.poll()) {
            each.close();
        }
    }

    @Override
    public void close() {
        closed = true;
        closeIdle();
    }
}
