package io.parley.transport.jms.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.endpoint.Contract;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests requests by hand at a service on a queue: correct ones of other clients, and hostile ones. */
class QueueAttackTest {
    private static final String QUEUE = "attacked";
    private static final Contract CONTRACT = Sums.CONTRACT;
    private static final AtomicInteger HANDLED = new AtomicInteger();

    private static EmbeddedBroker broker;
    private static JmsEndpoint endpoint;
    private static Letters letters;

    @BeforeAll
    static void start() throws Exception {
        broker = EmbeddedBroker.builder().queue(QUEUE).start();
        endpoint = JmsEndpoint.serve(CONTRACT)
                .on(Sums.SUM, numbers -> {
                    HANDLED.incrementAndGet();
                    return Sums.sum(numbers);
                })
                .onMessage(Sums.NOTE, (note, session) -> HANDLED.incrementAndGet())
                .limits(Limits.defaults().with(Limit.MESSAGE_BYTES, 65_536))
                .start(BrokerAccess.byUrl(broker.localUrl()), QUEUE);
        letters = new Letters(broker, QUEUE);
    }

    @AfterAll
    static void stop() throws Exception {
        letters.close();
        endpoint.close();
        broker.close();
    }

    private static String text(Message reply) throws JMSException {
        return ((TextMessage) reply).getText();
    }

    @Test
    void aReplyHasTheFormOfTheRequestAndTheBinding() throws Exception {
        TextMessage request = letters.text("<?xml version='1.0' encoding='ISO-8859-1'?>" + Letters.sum(1, 2));
        Message reply = letters.ask(request);

        assertThat(text(reply)).contains("<value>3.0</value>");
        assertThat(reply.getJMSCorrelationID()).isEqualTo(request.getJMSMessageID());
        assertThat(reply.getStringProperty("SOAPJMS_bindingVersion")).isEqualTo("1.0");
        assertThat(reply.getStringProperty("SOAPJMS_contentType")).isEqualTo("text/xml; charset=UTF-8");
        assertThat(reply.getBooleanProperty("SOAPJMS_isFault")).isFalse();

        BytesMessage binary = letters.marked(letters.session.createBytesMessage());
        binary.writeBytes(Letters.sum(1, 2, 3).getBytes(StandardCharsets.UTF_8));
        binary.setJMSCorrelationID("mine");
        Message answer = letters.ask(binary);

        assertThat(answer).isInstanceOf(BytesMessage.class);
        assertThat(answer.getJMSCorrelationID()).isEqualTo("mine");
    }

    @ParameterizedTest
    @CsvSource({
        "SOAPJMS_bindingVersion, 2.0, 'SOAPJMS_bindingVersion: expected 1.0, found another'",
        "SOAPJMS_contentType, '', 'SOAPJMS_contentType: expected a media type, found none'",
        "SOAPJMS_contentType, text/html, 'expected the media type text/xml'",
        "SOAPJMS_contentType, 'text/xml; charset=UTF-7', 'expected the charset utf-8'",
        "SOAPJMS_requestURI, '', 'SOAPJMS_requestURI: expected the address of the service, found none'",
        "SOAPJMS_contentEncoding, gzip, 'SOAPJMS_contentEncoding: expected none, found another'"
    })
    void aRequestAgainstTheBindingIsAnsweredWithAFault(String property, String value, String expected)
            throws Exception {
        TextMessage request = letters.text(Letters.sum(1));
        request.setStringProperty(property, value);
        int before = HANDLED.get();

        Message reply = letters.ask(request);

        assertThat(text(reply)).contains("<faultcode>soap:Client</faultcode>").contains(expected);
        assertThat(reply.getBooleanProperty("SOAPJMS_isFault")).isTrue();
        assertThat(HANDLED).hasValue(before);
    }

    @ParameterizedTest
    @CsvSource({
        "no xml, XML_REFUSED",
        "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>, XML_REFUSED",
        "<a/>, MALFORMED_MESSAGE",
        "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><x/></s:Body></s:Envelope>,"
                + " UNKNOWN_OPERATION"
    })
    void textThatIsNoCallIsAnsweredWithAFault(String text, String code) throws Exception {
        assertThat(text(letters.ask(letters.text(text)))).contains(code);
    }

    @Test
    void aMessageAboveTheLimitIsNotParsed() throws Exception {
        String padding = " ".repeat(70_000);
        BytesMessage binary = letters.marked(letters.session.createBytesMessage());
        binary.writeBytes((Letters.sum(1) + padding).getBytes(StandardCharsets.UTF_8));

        assertThat(text(letters.ask(letters.text(Letters.sum(1) + padding))))
                .contains("LIMIT")
                .contains("parley.limits.message-bytes");
        assertThat(letters.ask(binary).getBooleanProperty("SOAPJMS_isFault")).isTrue();
    }

    @Test
    void whatIsNoTextOrAsksToReplyElsewhereGoesToTheDeadLettersUnread() throws Exception {
        int before = HANDLED.get();

        letters.send(letters.marked(letters.session.createObjectMessage("serialized")), letters.inbox);
        assertThat(letters.takeDead()).isNotNull();
        letters.send(letters.text(Letters.sum(1)), letters.session.createQueue("elsewhere"));
        assertThat(letters.takeDead()).isNotNull();

        assertThat(HANDLED).hasValue(before);
        assertThat(broker.queues()).doesNotContain("elsewhere");
    }

    /** A message that can never be handled is not dropped: after five deliveries it is among the dead letters. */
    @Test
    void aMalformedMessageWithoutAReplyAddressIsKept() throws Exception {
        letters.send(letters.text(Letters.envelope("<x/>")), null);

        assertThat(letters.takeDead()).isNotNull();
    }

    @Test
    void aCallerWhoseReplyQueueIsGoneStopsNothing() throws Exception {
        int before = HANDLED.get();
        try (Letters gone = new Letters(broker, QUEUE)) {
            gone.send(gone.text(Letters.envelope("<s:note xmlns:s='urn:sums'><text>x</text></s:note>")), null);
            gone.send(gone.text(Letters.sum(1)), gone.inbox);
        }

        await().atMost(Duration.ofMinutes(1)).until(() -> HANDLED.get() >= before + 2 && broker.waiting(QUEUE) == 0);
        assertThat(text(letters.ask(letters.text(Letters.sum(4))))).contains("4.0");
    }
}
