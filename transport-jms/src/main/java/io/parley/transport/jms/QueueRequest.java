package io.parley.transport.jms;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

/** A request that a {@link QueueServer} received. Belongs to the thread that handles it. */
public final class QueueRequest {
    private final Message message;
    private final String principal;
    private final boolean redelivered;

    private QueueRequest(Message message, String principal, boolean redelivered) {
        this.message = message;
        this.principal = principal;
        this.redelivered = redelivered;
    }

    static QueueRequest of(Message message, boolean usersTrusted) throws JMSException {
        String user = usersTrusted ? message.getStringProperty("JMSXUserID") : null;
        return new QueueRequest(message, user == null ? "" : user, message.getJMSRedelivered());
    }

    /** Returns the user of the broker that sent it; empty if unknown. */
    public String principal() {
        return principal;
    }

    /** Returns whether it may have been handled before. */
    public boolean isRedelivered() {
        return redelivered;
    }

    /**
     * Reads the message.
     *
     * @throws ParleyException {@code PROTOCOL} if it does not follow the binding; {@code LIMIT} if it is too long
     */
    public QueuedSoap read(Limits limits) {
        try {
            return QueuedSoap.read(message, true, limits);
        } catch (JMSException e) {
            throw new ParleyException(ErrorCode.PROTOCOL, "jms: expected a readable message, found another", e);
        }
    }
}
