package io.parley.transport.jms.endpoint;

import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A service of another library: it answers calls, refuses headers that it does not know, and correlates by message id.
 */
final class PlainService implements AutoCloseable {
    private final Connection connection;
    private final Session session;
    private final AtomicInteger requests = new AtomicInteger();

    PlainService(EmbeddedBroker broker, String queue) throws JMSException {
        connection = BrokerAccess.byUrl(broker.localUrl()).factory().createConnection();
        session = connection.createSession();
        session.createConsumer(session.createQueue(queue)).setMessageListener(this::answer);
        connection.start();
    }

    int requests() {
        return requests.get();
    }

    private void answer(Message request) {
        try {
            requests.incrementAndGet();
            boolean mustUnderstand = ((TextMessage) request).getText().contains("mustUnderstand");
            TextMessage reply = session.createTextMessage(Letters.envelope(
                    mustUnderstand
                            ? "<soap:Fault><faultcode>soap:MustUnderstand</faultcode>"
                                    + "<faultstring>no</faultstring></soap:Fault>"
                            : "<s:total xmlns:s='urn:sums'><value>42</value></s:total>"));
            reply.setStringProperty("SOAPJMS_contentType", "text/xml");
            reply.setStringProperty("SOAPJMS_bindingVersion", "1.0");
            reply.setJMSCorrelationID(request.getJMSMessageID());
            try (MessageProducer producer = session.createProducer(request.getJMSReplyTo())) {
                producer.send(reply);
            }
        } catch (JMSException e) {
            throw new JMSRuntimeException("cannot answer", e.getErrorCode(), e);
        }
    }

    @Override
    public void close() throws JMSException {
        connection.close();
    }
}
