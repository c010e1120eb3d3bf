package io.parley.transport.jms.endpoint;

import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import org.apache.activemq.artemis.api.jms.management.JMSManagementHelper;
import org.jspecify.annotations.Nullable;

/** A client of SOAP over JMS that writes its messages by hand. */
final class Letters implements AutoCloseable {
    private static final long PATIENCE = 60_000;

    final Session session;
    final TemporaryQueue inbox;
    private final Connection connection;
    private final String queue;

    Letters(EmbeddedBroker broker, String queue) throws JMSException {
        this.queue = queue;
        connection = BrokerAccess.byUrl(broker.localUrl()).factory().createConnection();
        connection.start();
        session = connection.createSession();
        inbox = session.createTemporaryQueue();
    }

    static String envelope(String body) {
        return "<soap:Envelope xmlns:soap='http://schemas.xmlsoap.org/soap/envelope/'><soap:Body>" + body
                + "</soap:Body></soap:Envelope>";
    }

    static String sum(int... numbers) {
        StringBuilder body = new StringBuilder("<s:numbers xmlns:s='urn:sums'>");
        for (int number : numbers) {
            body.append("<number>").append(number).append("</number>");
        }
        return envelope(body.append("</s:numbers>").toString());
    }

    /** Adds the properties of the binding. */
    <T extends Message> T marked(T message) throws JMSException {
        message.setStringProperty("SOAPJMS_contentType", "text/xml; charset=UTF-8");
        message.setStringProperty("SOAPJMS_requestURI", "jms:queue:" + queue);
        message.setStringProperty("SOAPJMS_bindingVersion", "1.0");
        message.setStringProperty("SOAPJMS_soapAction", "\"sum\"");
        return message;
    }

    TextMessage text(String envelope) throws JMSException {
        return marked(session.createTextMessage(envelope));
    }

    void send(Message message, @Nullable Destination replyTo) throws JMSException {
        try (MessageProducer producer = session.createProducer(session.createQueue(queue))) {
            message.setJMSReplyTo(replyTo);
            producer.send(message);
        }
    }

    /** Sends a request and returns the reply. */
    Message ask(Message message) throws JMSException {
        send(message, inbox);
        Message reply = take(inbox);
        if (reply == null) {
            throw new AssertionError("no reply");
        }
        return reply;
    }

    /** Returns the next message on a queue; null if none arrives. */
    @Nullable
    Message take(Destination from) throws JMSException {
        try (MessageConsumer consumer = session.createConsumer(from)) {
            return consumer.receive(PATIENCE);
        }
    }

    @Nullable
    Message takeDead() throws JMSException {
        return take(session.createQueue(EmbeddedBroker.DEAD_LETTERS));
    }

    /** Returns the number of consumers of the queue. */
    int consumers() throws Exception {
        Message question = session.createMessage();
        JMSManagementHelper.putAttribute(question, "queue." + queue, "consumerCount");
        question.setJMSReplyTo(inbox);
        try (MessageProducer producer = session.createProducer(session.createQueue("activemq.management"))) {
            producer.send(question);
        }
        return ((Number) JMSManagementHelper.getResult(take(inbox))).intValue();
    }

    @Override
    public void close() throws JMSException {
        connection.close();
    }
}
