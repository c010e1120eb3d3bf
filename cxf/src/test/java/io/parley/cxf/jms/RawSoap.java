package io.parley.cxf.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.negotiation.AddressRule;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Answer;
import io.parley.negotiation.Capabilities;
import io.parley.negotiation.Negotiator;
import io.parley.negotiation.Offer;
import io.parley.negotiation.Outcome;
import io.parley.negotiation.PartNumbering;
import io.parley.negotiation.ServiceAddress;
import io.parley.negotiation.Token;
import io.parley.negotiation.xml.NegotiationXml;
import io.parley.peer.OfferReply;
import io.parley.soap.SoapEnvelope;
import io.parley.soap.SoapVersion;
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
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A peer at the broker that writes raw messages. */
final class RawSoap implements AutoCloseable {
    private static final long PATIENCE = 60_000;

    final Session session;
    final TemporaryQueue inbox;
    private final Connection connection;

    RawSoap(EmbeddedBroker broker) throws JMSException {
        connection = BrokerAccess.byUrl(broker.localUrl()).factory().createConnection();
        connection.start();
        session = connection.createSession();
        inbox = session.createTemporaryQueue();
    }

    /** Returns a request in the form of the JMS binding. */
    TextMessage request(String body) throws JMSException {
        return marked(session.createTextMessage("<soap:Envelope xmlns:soap='http://schemas.xmlsoap.org/soap/envelope/'>"
                + "<soap:Body>" + body + "</soap:Body></soap:Envelope>"));
    }

    TextMessage echo(String value) throws JMSException {
        return request("<p:echo xmlns:p='urn:parley:test'><value>" + value + "</value></p:echo>");
    }

    TextMessage tell(String what) throws JMSException {
        return request("<p:tell xmlns:p='urn:parley:test'><what>" + what + "</what></p:tell>");
    }

    static <T extends Message> T marked(T message) throws JMSException {
        message.setStringProperty("SOAPJMS_contentType", "text/xml; charset=UTF-8");
        message.setStringProperty("SOAPJMS_requestURI", "jms:queue:" + OnQueue.NAME);
        message.setStringProperty("SOAPJMS_bindingVersion", "1.0");
        message.setStringProperty("SOAPJMS_soapAction", "\"\"");
        return message;
    }

    void send(Message message, @Nullable Destination replyTo) throws JMSException {
        send(session.createQueue(OnQueue.NAME), message, replyTo);
    }

    void send(Destination to, Message message, @Nullable Destination replyTo) throws JMSException {
        try (MessageProducer producer = session.createProducer(to)) {
            message.setJMSReplyTo(replyTo);
            producer.send(message);
        }
    }

    /** Returns the next message on a queue; null if none arrives. */
    @Nullable
    Message take(Destination queue) throws JMSException {
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            return consumer.receive(PATIENCE);
        }
    }

    @Nullable
    Message takeDead() throws JMSException {
        return take(session.createQueue(EmbeddedBroker.DEAD_LETTERS));
    }

    /** The result of an offer. */
    record Agreed(Agreement agreement, Token token, PartNumbering numbering) {}

    /** Negotiates exactly as a correct client does. */
    Agreed agree(Capabilities own) throws JMSException {
        ServiceAddress service = new ServiceAddress(OnQueue.NAME, false);
        Offer offer = reached(Negotiator.offer(service, "", own, "by-hand"));
        ByteArrayOutputStream envelope = new ByteArrayOutputStream();
        SoapEnvelope.write(
                envelope,
                SoapVersion.V1_1,
                List.of(NegotiationXml.HEADER),
                writer -> NegotiationXml.write(offer, writer));
        OfferReply reply = OfferReply.whenPrepared(() -> offered(envelope.toString(StandardCharsets.UTF_8)));
        Answer answer = reply.answer();
        assertThat(answer).as(reply.detail()).isNotNull();
        Agreement agreement = reached(Negotiator.accept(offer, answer, own, service, AddressRule.ownHostOnly()));
        return new Agreed(agreement, answer.token(), PartNumbering.opening(agreement.data(), own.data()));
    }

    private OfferReply offered(String envelope) {
        try {
            send(marked(session.createTextMessage(envelope)), inbox);
            byte[] text = ((TextMessage) take(inbox)).getText().getBytes(StandardCharsets.UTF_8);
            return OfferReply.read(200, new ByteArrayInputStream(text), Limits.defaults());
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    private static <T> T reached(Outcome<T> outcome) {
        return outcome.fold(value -> value, refusal -> {
            throw new AssertionError("refused: " + refusal);
        });
    }

    @Override
    public void close() throws JMSException {
        connection.close();
    }
}
