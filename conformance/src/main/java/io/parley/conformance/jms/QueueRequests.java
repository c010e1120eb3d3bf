package io.parley.conformance.jms;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;

/** Answers the requests of SOAP over JMS that arrive at a queue, one after the other on a thread of its own. */
public final class QueueRequests {
    private static final int PAUSE_MILLIS = 100;

    private final BrokerTalk talk;
    private final MessageConsumer requests;

    private QueueRequests(BrokerTalk talk, MessageConsumer requests) {
        this.talk = talk;
        this.requests = requests;
    }

    /**
     * A response of SOAP over JMS.
     *
     * @param contentType media type with its parameters
     * @param isFault whether the envelope has a fault
     */
    public record Response(String contentType, boolean isFault, String envelope) {}

    /** Responds to requests. */
    public interface Handler {
        Response respond(Message request) throws JMSException;
    }

    /** Begins to consume a queue, whose requests are kept until they are answered. */
    public static QueueRequests at(ServedQueue queue) throws JMSException {
        BrokerTalk talk = queue.talk();
        return new QueueRequests(
                talk, talk.session().createConsumer(talk.session().createQueue(queue.name())));
    }

    /** Answers requests, then disconnects from the broker. Blocks. */
    public void answer(Handler handler, BooleanSupplier isOver) throws JMSException {
        try {
            while (!isOver.getAsBoolean()) {
                Message request = requests.receive(PAUSE_MILLIS);
                if (request != null) {
                    answer(request, handler.respond(request));
                }
            }
        } finally {
            talk.close();
        }
    }

    private void answer(Message request, Response response) throws JMSException {
        if (request.getJMSReplyTo() == null) {
            return;
        }
        Message message = request instanceof BytesMessage
                ? talk.bytes(response.envelope().getBytes(StandardCharsets.UTF_8))
                : talk.session().createTextMessage(response.envelope());
        String correlation = request.getJMSCorrelationID();
        message.setJMSCorrelationID(correlation == null ? request.getJMSMessageID() : correlation);
        message.setStringProperty("SOAPJMS_bindingVersion", "1.0");
        message.setStringProperty("SOAPJMS_contentType", response.contentType());
        message.setStringProperty("SOAPJMS_requestURI", request.getStringProperty("SOAPJMS_requestURI"));
        message.setBooleanProperty("SOAPJMS_isFault", response.isFault());
        talk.send(request.getJMSReplyTo(), message, null);
    }
}
