package io.parley.transport.jms;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connection to the broker that all listeners and connections of a provider share. When it is lost, all users are
 * notified and end or reconnect; the next user opens a new one. Thread-safe.
 */
final class BrokerLink {
    /** Time for last messages: queued frames have as long as after a close, and the CLOSE behind them a little more. */
    private static final long MOST_ENDING_MILLIS = JmsConnection.CLOSING_MILLIS * 3 / 2;

    private static final Logger LOG = LoggerFactory.getLogger(BrokerLink.class);

    /** User of the connection, notified when the broker is lost. */
    interface User {
        /** Called once, on a thread of this package; may block. */
        void onBrokerLost(JMSException why);

        /** Begins to end; the result completes when its last message is at the broker. */
        default CompletionStage<Void> end() {
            return CompletableFuture.completedFuture(null);
        }
    }

    /** Cleans up one user's resources at the broker. */
    interface Cleanup {
        /** Cleans up. Blocks. */
        void run() throws JMSException;
    }

    private final BrokerAccess access;
    /**
     * Held shared by users who close their sessions at the broker, and exclusively to close the connection, which
     * closes the sessions too: a session must not be closed by two threads at once.
     */
    private final ReadWriteLock closing = new ReentrantReadWriteLock();

    private final Set<User> users = new LinkedHashSet<>();
    private @Nullable Connection current;
    private boolean closed;

    BrokerLink(BrokerAccess access) {
        this.access = access;
    }

    /**
     * Returns the started connection, and registers the user to be notified of its loss until it {@link #leave leaves}.
     * Blocks.
     */
    synchronized Connection join(User user) throws JMSException {
        if (closed) {
            throw new jakarta.jms.IllegalStateException("the jms channel is closed");
        }
        Connection connection = current;
        if (connection == null) {
            connection = openConnection();
            current = connection;
        }
        users.add(user);
        return connection;
    }

    /** Removes the user, which is not notified any more, and cleans up at the broker. Blocks. */
    void leave(User user, Cleanup cleanup) throws JMSException {
        closing.readLock().lock();
        try {
            forget(user);
            cleanup.run();
        } finally {
            closing.readLock().unlock();
        }
    }

    private synchronized void forget(User user) {
        users.remove(user);
    }

    /** Returns {@link BrokerAccess#mayBlockSender}. */
    boolean mayBlockSender(long longestFrame) {
        return access.mayBlockSender(longestFrame);
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** Ends all users, who may still send their last messages, and closes the connection. Blocks. */
    void close() {
        List<User> ending;
        synchronized (this) {
            closed = true;
            ending = List.copyOf(users);
        }
        awaitAll(ending.stream().map(user -> user.end().toCompletableFuture()).toArray(CompletableFuture[]::new));
        lose(null, new JMSException("the jms channel is closed"));
    }

    private static void awaitAll(CompletableFuture<?>... ends) {
        try {
            CompletableFuture.allOf(ends).get(MOST_ENDING_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.debug("jms: the broker does not take the last messages", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Connection openConnection() throws JMSException {
        Connection connection = access.connect();
        try {
            connection.setExceptionListener(why -> JmsThreads.run(() -> lose(connection, why)));
            connection.start();
            return connection;
        } catch (JMSException e) {
            closeQuietly(connection);
            throw e;
        }
    }

    private void lose(@Nullable Connection which, JMSException why) {
        Connection lost;
        List<User> notified;
        synchronized (this) {
            lost = current;
            if (lost == null || (which != null && which != lost)) {
                return;
            }
            current = null;
            notified = List.copyOf(users);
            users.clear();
        }
        LOG.debug("Connection to the broker ended: {}", why.getMessage());
        for (User user : notified) {
            user.onBrokerLost(why);
        }
        closing.writeLock().lock();
        try {
            closeQuietly(lost);
        } finally {
            closing.writeLock().unlock();
        }
    }

    private static void closeQuietly(Connection connection) {
        try {
            connection.close();
        } catch (JMSException e) {
            LOG.debug("Connection to the broker did not close in order", e);
        }
    }
}
