package io.parley.transport.jms;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one connection to the broker that all listeners and connections of a provider share. When it is lost, all its
 * users are notified, each of which ends or begins anew; the next user makes another. Thread-safe.
 */
final class BrokerLink {
    private static final Logger LOG = LoggerFactory.getLogger(BrokerLink.class);

    /** User of the connection, notified when the broker is lost. */
    interface User {
        /** Called by one of the room's threads, once; may block. */
        void onBrokerLost(JMSException why);
    }

    /** Clean-up of one user at the broker. */
    interface Ending {
        /** Blocks. */
        void run() throws JMSException;
    }

    private final BrokerAccess access;
    /**
     * Shared by users who end what they have at the broker; alone for whoever closes the connection, since that closes their
     * sessions too, and two that close a session at once use it at once.
     */
    private final ReadWriteLock closing = new ReentrantReadWriteLock();

    private final Set<User> users = new LinkedHashSet<>();
    private @Nullable Connection standing;
    private boolean closed;

    BrokerLink(BrokerAccess access) {
        this.access = access;
    }

    /** Returns the started connection, and notifies the user of its loss until it {@link #leave}s. Blocks. */
    synchronized Connection join(User user) throws JMSException {
        if (closed) {
            throw new jakarta.jms.IllegalStateException("the jms channel is closed");
        }
        Connection connection = standing;
        if (connection == null) {
            connection = begin();
            standing = connection;
        }
        users.add(user);
        return connection;
    }

    /** Removes the user, which is notified no more, and cleans up at the broker. Blocks. */
    void leave(User user, Ending ending) throws JMSException {
        closing.readLock().lock();
        try {
            forget(user);
            ending.run();
        } finally {
            closing.readLock().unlock();
        }
    }

    private synchronized void forget(User user) {
        users.remove(user);
    }

    /** Returns the same as {@link BrokerAccess#waitsInSending}. */
    boolean waitsInSending(long longestFrame) {
        return access.waitsInSending(longestFrame);
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** Ends all that uses it. Blocks. */
    void close() {
        synchronized (this) {
            closed = true;
        }
        lose(null, new JMSException("the jms channel is closed"));
    }

    private Connection begin() throws JMSException {
        Connection connection = access.connect();
        try {
            connection.setExceptionListener(why -> JmsThreads.run(() -> lose(connection, why)));
            connection.start();
            return connection;
        } catch (JMSException e) {
            quietly(connection);
            throw e;
        }
    }

    private void lose(@Nullable Connection which, JMSException why) {
        Connection lost;
        List<User> told;
        synchronized (this) {
            lost = standing;
            if (lost == null || (which != null && which != lost)) {
                return;
            }
            standing = null;
            told = List.copyOf(users);
            users.clear();
        }
        LOG.debug("the connection to the broker ended: {}", why.getMessage());
        for (User user : told) {
            user.onBrokerLost(why);
        }
        closing.writeLock().lock();
        try {
            quietly(lost);
        } finally {
            closing.writeLock().unlock();
        }
    }

    private static void quietly(Connection connection) {
        try {
            connection.close();
        } catch (JMSException e) {
            LOG.debug("a connection to the broker did not close in order", e);
        }
    }
}
