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
 * Destination at the broker that an endpoint's configuration stands for: a configured name may be one of JNDI, or one that the
 * application's own resolver knows. Immutable.
 *
 * @param name which the broker has for it
 * @param isTopic whether all who listen get each message
 */
record PhysicalDestination(String name, boolean isTopic) {
    /** Session without a connection, which makes destinations of names and does nothing else. */
    private static final Session NAMES = (Session) Proxy.newProxyInstance(
            Session.class.getClassLoader(),
            new Class<?>[] {Session.class},
            (self, method, of) -> switch (method.getName()) {
                case "createQueue" -> new NamedQueue((String) of[0]);
                case "createTopic" -> new NamedTopic((String) of[0]);
                default -> throw new UnsupportedOperationException("only names are asked for");
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
     * Looks the destination up, which may take the time of a remote directory. If a resolver wants more of a session
     * than names, the configured name is taken for the broker's.
     *
     * @throws ParleyException {@code CONNECT_FAILED} if the name leads nowhere
     */
    static PhysicalDestination of(JMSConfiguration configuration) {
        String name = configuration.getTargetDestination();
        boolean topic = configuration.isPubSubDomain();
        try {
            Destination found = configuration.getDestinationResolver().resolveDestinationName(NAMES, name, topic);
            // Some brokers have one class for both; then the configuration says which it is.
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
