package io.parley.store.jdbc;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.sql.SQLException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A few connections for reading, opened when they are needed. Thread-safe. */
final class Readers implements AutoCloseable {
    private static final int MOST = 4;
    private static final int PATIENCE_SECONDS = 30;

    private final Dialect dialect;
    private final BlockingQueue<Session> idle = new ArrayBlockingQueue<>(MOST);
    private final Semaphore places = new Semaphore(MOST);
    private volatile boolean closed;

    /** A query to run. */
    interface Reading<T> {
        T read(Session session) throws SQLException;
    }

    Readers(Dialect dialect) {
        this.dialect = dialect;
    }

    /** Reads; once more with a new connection if an old one turns out to be lost. */
    <T> T read(Reading<T> reading) {
        takePlace();
        try {
            return readInPlace(reading);
        } catch (SQLException e) {
            throw Failures.unavailable(dialect, "to read", e);
        } finally {
            places.release();
        }
    }

    private <T> T readInPlace(Reading<T> reading) throws SQLException {
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
            giveBack(session, isGood);
        }
    }

    private void giveBack(Session session, boolean isGood) {
        if (!isGood || closed || !idle.offer(session)) {
            session.close();
        }
        if (closed) {
            closeIdle();
        }
    }

    private void takePlace() {
        if (closed) {
            throw Failures.closed(dialect);
        }
        try {
            if (!places.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new ParleyException(
                        ErrorCode.CONTEXT_UNAVAILABLE,
                        dialect.place() + ": expected one of " + MOST + " connections within " + PATIENCE_SECONDS
                                + " seconds, found all in use");
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
