package io.parley.conformance;

import io.parley.conformance.jms.BrokerTalk;
import io.parley.conformance.jms.ServedQueue;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.io.IOException;
import java.util.Map;

/** Sends a request of SOAP over JMS and presents the response as an HTTP response with a synthetic status. */
final class QueueExchange {
    private static final int OK = 200;
    private static final int FAULT = 500;

    private QueueExchange() {}

    static HttpExchange.Reply of(ServedQueue queue, String envelope) throws IOException {
        try (BrokerTalk talk = queue.talk()) {
            Message response = queue.ask(talk, envelope, false);
            if (response == null) {
                throw new Mismatch("a response on the queue that the request named", "none in time");
            }
            return reply(response);
        } catch (JMSException e) {
            throw new IOException("the broker said " + e.getMessage(), e);
        }
    }

    static HttpExchange.Reply reply(Message response) throws JMSException {
        int status = response.getBooleanProperty("SOAPJMS_isFault") ? FAULT : OK;
        return new HttpExchange.Reply(status, Map.of(), ServedQueue.content(response));
    }
}
