package io.parley.transport.jms;

import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.Enumeration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Consumer that delivers readable messages and moves all others to the dead-letter queue. Used by the thread of its
 * session.
 */
final class GuardedConsumer implements MessageConsumer {
    private static final int MAX_PROPERTIES = 100;
    private static final int MAX_PROPERTY_CHARACTERS = 64 * 1024;

    private final MessageConsumer consumer;
    private final Session session;
    private final JmsSettings settings;
    private final DeadLetters deadLetters;
    private final String from;
    private final long since;

    /**
     * Wraps a consumer.
     *
     * @param from name of the queue that it consumes, for logs
     * @param since time of the connection, in milliseconds of the epoch
     */
    GuardedConsumer(MessageConsumer consumer, Session session, JmsSettings settings, String from, long since) {
        this.consumer = consumer;
        this.session = session;
        this.settings = settings;
        this.deadLetters = new DeadLetters(session, settings.deadLetterQueue());
        this.from = from;
        this.since = since;
    }

    @Override
    public @Nullable Message receive() throws JMSException {
        return receive(0);
    }

    @Override
    public @Nullable Message receive(long timeout) throws JMSException {
        long start = System.nanoTime();
        long remaining = timeout;
        Message message = consumer.receive(remaining);
        while (message != null && !isAccepted(message)) {
            if (timeout > 0) {
                remaining = timeout - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
            }
            message = timeout > 0 && remaining <= 0 ? null : consumer.receive(remaining);
        }
        return message;
    }

    @Override
    public @Nullable Message receiveNoWait() throws JMSException {
        Message message = consumer.receiveNoWait();
        while (message != null && !isAccepted(message)) {
            message = consumer.receiveNoWait();
        }
        return message;
    }

    @Override
    public void setMessageListener(@Nullable MessageListener listener) throws JMSException {
        consumer.setMessageListener(listener == null ? null : message -> pass(message, listener));
    }

    private void pass(Message message, MessageListener listener) {
        boolean accepted;
        try {
            accepted = isAccepted(message);
        } catch (JMSException e) {
            throw new JMSRuntimeException("cannot inspect a message on " + from, e.getErrorCode(), e);
        }
        if (accepted) {
            listener.onMessage(message);
        }
    }

    /** Returns whether a message is delivered; one that is not is on the dead-letter queue, and acknowledged. */
    private boolean isAccepted(Message message) throws JMSException {
        if (isReadable(message) && hasValidReplyTo(message.getJMSReplyTo()) && hasFewProperties(message)) {
            markIfOlder(message);
            return true;
        }
        deadLetters.take(message, from);
        if (session.getTransacted()) {
            session.commit();
        }
        return false;
    }

    private void markIfOlder(Message message) throws JMSException {
        if (message.getJMSTimestamp() < since) {
            message.setJMSRedelivered(true);
        }
    }

    private static boolean isReadable(Message message) {
        return message instanceof TextMessage || message instanceof BytesMessage;
    }

    private boolean hasValidReplyTo(@Nullable Destination replyTo) throws JMSException {
        return replyTo == null || ReplyAddress.isTemporary(replyTo, settings);
    }

    /** Returns whether a message has few properties; each of them would become a header. */
    private static boolean hasFewProperties(Message message) throws JMSException {
        int characters = 0;
        Enumeration<?> names = message.getPropertyNames();
        for (int count = 1; names.hasMoreElements(); count++) {
            String name = (String) names.nextElement();
            Object value = message.getObjectProperty(name);
            characters += name.length() + (value instanceof CharSequence text ? text.length() : 0);
            if (count > MAX_PROPERTIES || characters > MAX_PROPERTY_CHARACTERS) {
                return false;
            }
        }
        return true;
    }

    @Override
    public @Nullable String getMessageSelector() throws JMSException {
        return consumer.getMessageSelector();
    }

    @Override
    public @Nullable MessageListener getMessageListener() throws JMSException {
        return consumer.getMessageListener();
    }

    @Override
    public void close() throws JMSException {
        consumer.close();
    }
}
