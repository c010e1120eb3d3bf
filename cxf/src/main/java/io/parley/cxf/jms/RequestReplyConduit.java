package io.parley.cxf.jms;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.apache.cxf.Bus;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.MessageObserver;
import org.apache.cxf.transport.jms.JMSConduit;
import org.apache.cxf.transport.jms.JMSConfiguration;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.jspecify.annotations.Nullable;

/**
 * JMS conduit for a single request and reply, with a connection and a reply queue of its own. The request expires on
 * the broker when the wait for its reply times out. Confined to one thread.
 */
final class RequestReplyConduit extends JMSConduit {
    private @Nullable MessageObserver observer;

    private RequestReplyConduit(EndpointReferenceType target, JMSConfiguration configuration, Bus bus) {
        super(target, configuration, bus);
    }

    /**
     * Returns a conduit to the same destination as one with that configuration.
     *
     * @param time time limit for the reply
     */
    static RequestReplyConduit like(JMSConfiguration original, EndpointReferenceType target, Bus bus, Duration time) {
        JMSConfiguration own = new SingleUse();
        own.setConnectionFactory(original.getConnectionFactory());
        own.setUserName(original.getUserName());
        own.setPassword(original.getPassword());
        own.setDestinationResolver(original.getDestinationResolver());
        own.setTargetDestination(original.getTargetDestination());
        own.setTargetService(original.getTargetService());
        own.setRequestURI(original.getRequestURI());
        own.setJndiEnvironment(original.getJndiEnvironment());
        own.setReplyDestination(original.getReplyDestination());
        own.setReplyToDestination(original.getReplyToDestination());
        own.setReplyPubSubDomain(original.isReplyPubSubDomain());
        own.setMessageType(original.getMessageType());
        own.setPriority(original.getPriority());
        own.setUseConduitIdSelector(original.isUseConduitIdSelector());
        own.setConduitSelectorPrefix(
                original.isSetConduitSelectorPrefix() ? original.getConduitSelectorPrefix() : null);
        own.setOneSessionPerConnection(original.isOneSessionPerConnection());
        own.setCreateSecurityContext(false);
        own.setExplicitQosEnabled(true);
        own.setTimeToLive(time.toMillis());
        own.setReceiveTimeout(time.toMillis());
        // Otherwise CXF closes the connection and waits for a second.
        own.setIgnoreTimeoutException(true);
        return new RequestReplyConduit(target, own, bus);
    }

    /** Sets the observer. It is called by the sending thread after it received the reply, not by a receiving thread. */
    @Override
    public synchronized void setMessageObserver(MessageObserver value) {
        observer = value;
    }

    @Override
    public void close(Message message) throws IOException {
        try {
            super.close(message);
        } catch (RuntimeException e) {
            throw isTimeout(e) ? timeout(e) : new IOException(e.getMessage(), e);
        }
        Message reply = message.getExchange().getInMessage();
        MessageObserver target = observer();
        if (reply != null && target != null) {
            target.onMessage(reply);
        }
    }

    private synchronized @Nullable MessageObserver observer() {
        return observer;
    }

    /**
     * Configuration whose reply queue is deleted with its connection, which is closed before CXF would delete the
     * queue.
     */
    private static final class SingleUse extends JMSConfiguration {
        @Override
        public void resetCachedReplyDestination() {}
    }

    /**
     * Returns whether the reply timed out. CXF reports it by a bare RuntimeException; JMS errors have a JMSException as
     * cause, configuration errors a class of their own.
     */
    private static boolean isTimeout(RuntimeException e) {
        return e.getClass() == RuntimeException.class
                && e.getCause() == null
                && String.valueOf(e.getMessage()).startsWith("Timeout");
    }

    private static SocketTimeoutException timeout(RuntimeException why) {
        SocketTimeoutException timeout = new SocketTimeoutException(why.getMessage());
        timeout.initCause(why);
        return timeout;
    }
}
