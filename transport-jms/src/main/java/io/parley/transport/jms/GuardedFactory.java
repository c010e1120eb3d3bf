package io.parley.transport.jms;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connection factory for libraries that read every message on their queues. Its consumers deliver text and bytes
 * messages with temporary reply addresses and few properties, and move all others to the dead-letter queue unread
 * (threat model, row 22), also on the temporary queues of replies. All else is delegated to the original factory; as
 * thread-safe as that one.
 *
 * <p>A message that was sent before its connection was opened is marked as redelivered: a broker that was lost and came
 * back may have delivered it before without a record of it. The mark means that a message may have been delivered
 * before; without it the message has not been, as far as the clocks of sender and receiver agree.
 */
public final class GuardedFactory implements ConnectionFactory {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedFactory.class);

    private final ConnectionFactory bare;
    private final JmsSettings settings;
    private final Clock clock;
    private volatile @Nullable Class<?> lastFailure;

    private GuardedFactory(ConnectionFactory bare, JmsSettings settings, Clock clock) {
        this.bare = bare;
        this.settings = settings;
        this.clock = clock;
    }

    /** Creates a guarded factory; the settings name the dead-letter queue and the form of temporary queue names. */
    public static GuardedFactory of(ConnectionFactory bare, JmsSettings settings) {
        return of(bare, settings, Clock.systemUTC());
    }

    static GuardedFactory of(ConnectionFactory bare, JmsSettings settings, Clock clock) {
        return new GuardedFactory(bare, settings, clock);
    }

    /** Returns the original factory. */
    public ConnectionFactory bare() {
        return bare;
    }

    /** Returns the settings. */
    public JmsSettings settings() {
        return settings;
    }

    @Override
    public Connection createConnection() throws JMSException {
        return connected(bare::createConnection);
    }

    @Override
    public Connection createConnection(String user, String password) throws JMSException {
        return connected(() -> bare.createConnection(user, password));
    }

    /**
     * Connects, and logs the first failure of each kind: a library that tries again without end may not say why.
     */
    private Connection connected(Connecting connecting) throws JMSException {
        try {
            Connection connection = connecting.connect();
            lastFailure = null;
            return guarded(connection);
        } catch (JMSException e) {
            Class<?> last = lastFailure;
            lastFailure = e.getClass();
            if (last != e.getClass()) {
                LOG.warn("jms: cannot connect to the broker: {}", e.getMessage());
            }
            throw e;
        }
    }

    /** Opens a connection of the original factory. */
    private interface Connecting {
        Connection connect() throws JMSException;
    }

    private Connection guarded(Connection connection) {
        long since = clock.millis();
        return proxy(Connection.class, (self, method, arguments) -> {
            Object result = invoke(method, connection, arguments);
            return result instanceof Session session ? guarded(session, since) : result;
        });
    }

    private Session guarded(Session session, long since) {
        return proxy(Session.class, (self, method, arguments) -> {
            Object result = invoke(method, session, arguments);
            return result instanceof MessageConsumer consumer
                    ? new GuardedConsumer(consumer, session, settings, String.valueOf(arguments[0]), since)
                    : result;
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static Object invoke(Method method, Object target, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @Override
    public JMSContext createContext() {
        throw notGuarded();
    }

    @Override
    public JMSContext createContext(String user, String password) {
        throw notGuarded();
    }

    @Override
    public JMSContext createContext(String user, String password, int sessionMode) {
        throw notGuarded();
    }

    @Override
    public JMSContext createContext(int sessionMode) {
        throw notGuarded();
    }

    private static JMSRuntimeException notGuarded() {
        return new JMSRuntimeException("expected createConnection, found createContext: contexts are not guarded");
    }
}
