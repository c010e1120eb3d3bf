package io.parley.transport.jms;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.io.ByteArrayOutputStream;

/** A request that a {@link QueueServer} received. Belongs to the thread that handles it. */
public final class QueueRequest {
    private final Message message;
    private final String principal;
    private final boolean redelivered;
    private final QueueServer.Settings settings;
    private final TextMemory.Share held;

    private QueueRequest(
            Message message,
            String principal,
            boolean redelivered,
            QueueServer.Settings settings,
            TextMemory.Share held) {
        this.message = message;
        this.principal = principal;
        this.redelivered = redelivered;
        this.settings = settings;
        this.held = held;
    }

    /**
     * Wraps a message.
     *
     * @param held closed by the caller
     */
    static QueueRequest of(Message message, QueueServer.Settings settings, TextMemory.Share held) throws JMSException {
        String user = settings.usersTrusted() ? message.getStringProperty("JMSXUserID") : null;
        return new QueueRequest(message, user == null ? "" : user, message.getJMSRedelivered(), settings, held);
    }

    /** Returns the user of the broker that sent it; empty if unknown. */
    public String principal() {
        return principal;
    }

    /** Returns whether it may have been handled before. */
    public boolean isRedelivered() {
        return redelivered;
    }

    /** Returns whether this or another instance has recorded that it was handled. May block. */
    public boolean wasAnswered() {
        AnsweredRequests answered = settings.answered();
        try {
            return redelivered && answered != null && answered.contains(message.getJMSMessageID());
        } catch (JMSException e) {
            throw new ParleyException(ErrorCode.PROTOCOL, "jms: expected a message id, found none", e);
        }
    }

    /**
     * Reads the message. If there is no memory, a request without a reply address waits for it, up to
     * {@code parley.limits.queue-millis}, since nobody would send it again.
     *
     * @throws ParleyException {@code PROTOCOL} if it does not follow the binding; {@code LIMIT} if it is too long;
     *     {@code BUDGET} if other requests hold the memory
     */
    public QueuedSoap read() {
        try {
            boolean waits = message.getJMSReplyTo() == null;
            return QueuedSoap.read(message, true, settings.limits(), bytes -> held.request(bytes, waits));
        } catch (JMSException e) {
            throw new ParleyException(ErrorCode.PROTOCOL, "jms: expected a readable message, found another", e);
        }
    }

    /**
     * Returns a buffer for the response, whose bytes are counted as held until the response was sent.
     *
     * <p>Writing throws a {@link ParleyException} with {@code LIMIT} beyond {@code parley.limits.message-bytes}.
     */
    public ByteArrayOutputStream newResponse() {
        long most = settings.limits().get(Limit.MESSAGE_BYTES);
        return new ByteArrayOutputStream() {
            @Override
            public synchronized void write(int value) {
                count(1);
                super.write(value);
            }

            @Override
            public synchronized void write(byte[] from, int offset, int length) {
                count(length);
                super.write(from, offset, length);
            }

            private void count(int more) {
                if ((long) size() + more > most) {
                    throw ParleyException.limit(Limit.MESSAGE_BYTES, most, (long) size() + more, "jms response");
                }
                held.response(more);
            }
        };
    }
}
