package io.parley.transport.jms;

import io.parley.Limit;
import io.parley.channel.Address;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Listener;
import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import java.io.IOException;
import java.net.BindException;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queue on which connections are requested. Each instance of a service has its own, so that a session stays with the
 * instance that agreed to it, while the instances compete for negotiation messages. Requests are answered on the thread
 * of the queue's session. Thread-safe.
 */
final class JmsListener implements Listener, BrokerLink.User {
    private static final Logger LOG = LoggerFactory.getLogger(JmsListener.class);

    private static final int FIRST_PORT = 1024;
    private static final int PORTS = 65_536 - FIRST_PORT;
    /** Attempts to find a free port; even if half of them are taken, fewer than one search in a billion fails. */
    private static final int MAX_TRIES = 30;
    /** Delay before a lost broker is tried again. */
    private static final long RETRY_MILLIS = 500;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final BrokerLink link;
    private final JmsSettings settings;
    private final ChannelSettings channel;
    private final Address address;
    private final String queue;
    private final Function<Connection, ConnectionHandler> acceptor;
    private final int maxPending;
    private final AtomicInteger pending = new AtomicInteger();
    /** Held while the queue is opened, which blocks; {@link #lock} is never held while blocking. */
    private final Object opening = new Object();

    private final Object lock = new Object();
    private @Nullable Session session;
    private boolean closed;

    private JmsListener(
            BrokerLink link,
            JmsSettings settings,
            ChannelSettings channel,
            Address address,
            Function<Connection, ConnectionHandler> acceptor) {
        this.link = link;
        this.settings = settings;
        this.channel = channel;
        this.address = address;
        this.queue = settings.queueOf(address);
        this.acceptor = acceptor;
        this.maxPending = channel.limits().getInt(Limit.PENDING_CONNECTIONS);
    }

    /** Listens at an address; for port 0 at a free one. Blocks. */
    static JmsListener open(
            BrokerLink link,
            JmsSettings settings,
            ChannelSettings channel,
            Address bind,
            Function<Connection, ConnectionHandler> acceptor)
            throws IOException {
        int tries = bind.port() == 0 ? MAX_TRIES : 1;
        for (int i = 1; ; i++) {
            int port = bind.port() == 0 ? FIRST_PORT + RANDOM.nextInt(PORTS) : bind.port();
            JmsListener listener = listener(link, settings, channel, new Address(bind.host(), port), acceptor);
            try {
                listener.open();
                return listener;
            } catch (JMSException e) {
                listener.close();
                if (i == tries) {
                    throw bindFailure(listener.queue, e);
                }
            }
        }
    }

    private static JmsListener listener(
            BrokerLink link,
            JmsSettings settings,
            ChannelSettings channel,
            Address address,
            Function<Connection, ConnectionHandler> acceptor)
            throws IOException {
        try {
            return new JmsListener(link, settings, channel, address, acceptor);
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static IOException bindFailure(String queue, JMSException why) {
        IOException failure = new BindException("jms: cannot listen on queue " + queue + ": " + why.getMessage());
        failure.initCause(why);
        return failure;
    }

    @Override
    public Address address() {
        return address;
    }

    @Override
    public void close() {
        Session open;
        synchronized (lock) {
            closed = true;
            open = session;
            session = null;
        }
        leave(open);
    }

    @Override
    public void onBrokerLost(JMSException why) {
        LOG.info("jms: {} lost its broker and waits for it", queue);
        synchronized (opening) {
            synchronized (lock) {
                session = null;
            }
            reopen();
        }
    }

    private void open() throws JMSException {
        synchronized (opening) {
            Session own = link.join(this).createSession(false, Session.AUTO_ACKNOWLEDGE);
            try {
                MessageConsumer consumer = own.createConsumer(own.createQueue(queue));
                DeadLetters deadLetters = new DeadLetters(own, settings.deadLetterQueue());
                consumer.setMessageListener(message -> receive(message, own, deadLetters));
            } catch (JMSException e) {
                leave(own);
                throw e;
            }
            if (!publish(own)) {
                leave(own);
            }
        }
    }

    private boolean publish(Session own) {
        synchronized (lock) {
            if (!closed) {
                session = own;
            }
            return !closed;
        }
    }

    private boolean needsReopening() {
        synchronized (lock) {
            return !closed && session == null && !link.isClosed();
        }
    }

    private void reopen() {
        synchronized (opening) {
            if (!needsReopening()) {
                return;
            }
            try {
                open();
                LOG.info("jms: listening on {} again", queue);
            } catch (JMSException e) {
                LOG.debug("jms: cannot listen on {} yet: {}", queue, e.getMessage());
                JmsThreads.later(RETRY_MILLIS, this::reopen);
            }
        }
    }

    private void receive(Message message, Session own, DeadLetters deadLetters) {
        try {
            Packet packet = Packet.read(message, 0);
            if (packet == null || packet.kind() != Packet.Kind.CONNECT || packet.number() < 1) {
                deadLetters.take(message, queue);
                return;
            }
            Destination replyTo = message.getJMSReplyTo();
            if (!ReplyAddress.isTemporary(replyTo, settings)) {
                deadLetters.take(message, queue);
            } else if (pending.getAndUpdate(now -> now < maxPending ? now + 1 : now) < maxPending) {
                accept(packet, replyTo);
            } else {
                answer(own, replyTo, Packet.header(Packet.Kind.REFUSE, packet.connection(), 0), null);
                RemoteQueueProxy.remove(own, replyTo);
            }
        } catch (JMSException e) {
            LOG.warn("jms: cannot answer a connection request on {}: {}", queue, e.getMessage());
        }
    }

    private void accept(Packet packet, Destination replyTo) {
        JmsConnection connection =
                new JmsConnection(link, settings, channel, packet.connection(), "jms:client of " + queue);
        connection.setOnAccepted(pending::decrementAndGet);
        try {
            TemporaryQueue inbox = connection.open(null);
            connection.deliverTo(acceptor.apply(connection));
            connection.setPeer(replyTo);
            answer(
                    connection.outSession(),
                    replyTo,
                    Packet.header(Packet.Kind.ACCEPT, packet.connection(), JmsConnection.WINDOW),
                    inbox);
            connection.sendTo(replyTo, packet.number());
        } catch (JMSException e) {
            connection.onFailure(e);
        }
    }

    private static void answer(Session from, Destination to, byte[] packet, @Nullable Destination inbox)
            throws JMSException {
        try (MessageProducer producer = from.createProducer(to)) {
            producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
            BytesMessage message = from.createBytesMessage();
            message.writeBytes(packet);
            if (inbox != null) {
                message.setJMSReplyTo(inbox);
            }
            producer.send(message);
        }
    }

    private void leave(@Nullable Session own) {
        try {
            link.leave(this, () -> {
                if (own != null) {
                    own.close();
                }
            });
        } catch (JMSException e) {
            LOG.debug("jms: session of a listener did not close in order", e);
        }
    }
}
