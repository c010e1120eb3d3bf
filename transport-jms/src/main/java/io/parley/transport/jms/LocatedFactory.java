package io.parley.transport.jms;

import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;
import org.apache.activemq.artemis.jms.client.ActiveMQConnection;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** Connection factory of an Artemis broker whose errors say which broker could not be reached, and why. */
class LocatedFactory extends ActiveMQConnectionFactory {
    private static final long serialVersionUID = 1;

    LocatedFactory(String url) {
        super(url);
    }

    @Override
    protected synchronized ActiveMQConnection createConnectionInternal(
            String user, String password, boolean isXA, int type) throws JMSException {
        try {
            return super.createConnectionInternal(user, password, isXA, type);
        } catch (JMSSecurityException e) {
            throw e; // says which user
        } catch (JMSException e) {
            Throwable why = e.getCause() == null ? e : e.getCause();
            JMSException located = new JMSException(
                    "expected a broker at " + place() + ", found " + why.getMessage(), e.getErrorCode());
            located.initCause(e);
            throw located;
        }
    }

    /** Returns the brokers' hosts and ports; not the URL, which may contain a password. */
    private String place() {
        return Arrays.stream(getServerLocator().getStaticTransportConfigurations())
                .map(TransportConfiguration::getParams)
                .map(params -> params.containsKey(TransportConstants.HOST_PROP_NAME)
                        ? params.get(TransportConstants.HOST_PROP_NAME) + ":"
                                + params.get(TransportConstants.PORT_PROP_NAME)
                        : "this process")
                .collect(Collectors.joining(", "));
    }
}
