package io.parley.cxf.jms;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.lang.reflect.Proxy;
import org.apache.cxf.transport.jms.JMSConfiguration;

/**
 * Broker destination of an endpoint's configuration, whose configured name may be a JNDI name or one that the
 * application's resolver maps. Immutable.
 *
 * @param name the broker's name of the destination
 * @param isTopic whether it is a topic
 */
record PhysicalDestination(String name, boolean isTopic) {
    /** Session without a connection that only creates named destinations. */
    private static final Session NAMES = (Session) Proxy.newProxyInstance(
            Session.class.getClassLoader(),
            new Class<?>[] {Session.class},
            (self, method, of) -> switch (method.getName()) {
                case "createQueue" -> new NamedQueue((String) of[0]);
                case "createTopic" -> new NamedTopic((String) of[0]);
                default -> throw new UnsupportedOperationException("expected the creation of a queue or topic");
            });

    private record NamedQueue(String name) implements Queue {
        @Override
        public String getQueueName() {
            return name;
        }
    }

    private record NamedTopic(String name) implements Topic {
        @Override
        public String getTopicName() {
            return name;
        }
    }

    /**
     * Resolves the destination, which may block on a remote directory. If a resolver needs more of a session than the
     * creation of destinations, the configured name is used as the broker's.
     *
     * @throws ParleyException {@code CONNECT_FAILED} if the name cannot be resolved
     */
    static PhysicalDestination of(JMSConfiguration configuration) {
        String name = configuration.getTargetDestination();
        boolean topic = configuration.isPubSubDomain();
        try {
            Destination found = configuration.getDestinationResolver().resolveDestinationName(NAMES, name, topic);
            // Some brokers use one class for both; then the configuration decides.
            if (found instanceof Queue queue && !topic) {
                return new PhysicalDestination(queue.getQueueName(), false);
            }
            return found instanceof Topic both
                    ? new PhysicalDestination(both.getTopicName(), true)
                    : new PhysicalDestination(name, topic);
        } catch (UnsupportedOperationException | ClassCastException e) {
            return new PhysicalDestination(name, topic);
        } catch (JMSException | RuntimeException e) {
            throw new ParleyException(
                    ErrorCode.CONNECT_FAILED, "the destination " + name + " cannot be looked up: " + e.getMessage(), e);
        }
    }
}
