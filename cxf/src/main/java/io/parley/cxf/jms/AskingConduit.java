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
 * A conduit of JMS for one question, with a connection and a queue for replies of its own. A question that nobody took in time
 * expires with the time that its answer is waited for. Belongs to one thread.
 */
final class AskingConduit extends JMSConduit {
    private @Nullable MessageObserver observer;

    private AskingConduit(EndpointReferenceType target, JMSConfiguration configuration, Bus bus) {
        super(target, configuration, bus);
    }

    /** A conduit to where one with that configuration goes. */
    static AskingConduit like(JMSConfiguration original, EndpointReferenceType target, Bus bus, Duration time) {
        JMSConfiguration own = new Once();
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
        // Otherwise the connection is closed and a second waited.
        own.setIgnoreTimeoutException(true);
        return new AskingConduit(target, own, bus);
    }

    /** Sets the observer, which is not called by the receiving thread: that wakes the sender first. */
    @Override
    public synchronized void setMessageObserver(MessageObserver told) {
        observer = told;
    }

    @Override
    public void close(Message message) throws IOException {
        try {
            super.close(message);
        } catch (RuntimeException e) {
            throw isSilence(e) ? silence(e) : new IOException(e.getMessage(), e);
        }
        Message reply = message.getExchange().getInMessage();
        MessageObserver told = observer();
        if (reply != null && told != null) {
            told.onMessage(reply);
        }
    }

    private synchronized @Nullable MessageObserver observer() {
        return observer;
    }

    /**
     * Configuration whose queue for replies goes with its connection: when CXF deletes it, the connection is closed
     * already.
     */
    private static final class Once extends JMSConfiguration {
        @Override
        public void resetCachedReplyDestination() {}
    }

    /**
     * Returns whether nobody answered in time: errors of JMS have a JMSException for their cause, those of the set-up a
     * class of their own.
     */
    private static boolean isSilence(RuntimeException e) {
        return e.getClass() == RuntimeException.class
                && e.getCause() == null
                && String.valueOf(e.getMessage()).startsWith("Timeout");
    }

    private static SocketTimeoutException silence(RuntimeException why) {
        SocketTimeoutException timeout = new SocketTimeoutException(why.getMessage());
        timeout.initCause(why);
        return timeout;
    }
}
