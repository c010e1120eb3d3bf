package io.parley.cxf.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.cxf.Published;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.transport.jms.EmbeddedBroker;
import io.parley.transport.jms.NamedClass;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import jakarta.jws.WebService;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.jms.client.ActiveMQDestination;
import org.apache.cxf.transport.jms.JMSConstants;
import org.apache.cxf.transport.jms.JMSMessageHeadersType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests hostile messages at a CXF endpoint, from a sender with access to the broker (threat model, row 22). */
class HostileSoapTest {
    private static final String ADMIN = "jms.queue.admin";

    private static final PoisonedStations SERVICE = new PoisonedStations();
    private static OnQueue on;
    private static RawSoap raw;

    /** Fails on command, and records whether the message was marked as redelivered. */
    @WebService(endpointInterface = "io.parley.cxf.services.WrappedStations", serviceName = "WrappedStationsService")
    public static class PoisonedStations extends WrappedStationsImpl {
        private final BlockingQueue<Boolean> flags = new LinkedBlockingQueue<>();

        @Override
        public void tell(String what) {
            if (what.equals("poison")) {
                JMSMessageHeadersType headers = (JMSMessageHeadersType)
                        context.getMessageContext().get(JMSConstants.JMS_SERVER_REQUEST_HEADERS);
                flags.add(headers.isJMSRedelivered());
                throw new IllegalStateException("poisoned");
            }
            super.tell(what);
        }
    }

    @BeforeAll
    static void start() throws Exception {
        on = new OnQueue(
                EmbeddedBroker.builder().queue(OnQueue.NAME).queue(ADMIN).start());
        on.publish(SERVICE, Published.patient());
        raw = new RawSoap(on.broker);
    }

    @AfterAll
    static void stop() throws Exception {
        raw.close();
        on.close();
    }

    @Test
    void anObjectGoesToTheDeadLettersAndItsClassIsNeverRead() throws Exception {
        int before = Canary.READ.get();
        raw.send(RawSoap.marked(raw.session.createObjectMessage(new Canary())), raw.inbox);

        assertThat(raw.takeDead()).isInstanceOf(ObjectMessage.class);
        assertThat(Canary.READ).hasValue(before);
        assertServes();
    }

    @Test
    void theClassThatAnObjectNamesIsNeverLoaded() throws Exception {
        String name = "io.parley.transport.jms.NeverLoaded";
        NamedClass.sendObject(on.broker, OnQueue.NAME, name);

        assertThat(raw.takeDead()).isInstanceOf(ObjectMessage.class);
        assertServes();
        assertThat(NamedClass.isLoaded(name)).isFalse();
        assertThat(NamedClass.isLoaded(Class.forName(name).getName()))
                .as("it could have been")
                .isTrue();
    }

    @Test
    void messagesOfOtherTypesGoToTheDeadLetters() throws Exception {
        MapMessage map = raw.session.createMapMessage();
        map.setString("class", Canary.class.getName());
        StreamMessage stream = raw.session.createStreamMessage();
        stream.writeString("x");
        for (Message message : List.of(map, stream, raw.session.createMessage())) {
            raw.send(RawSoap.marked(message), raw.inbox);
            assertThat(raw.takeDead()).isNotNull();
        }
        assertServes();
    }

    @Test
    void nothingIsSentToAForeignReplyQueue() throws Exception {
        for (Destination foreign : List.of(
                raw.session.createQueue(ADMIN),
                ActiveMQDestination.createDestination(ADMIN, ActiveMQDestination.TYPE.TEMP_QUEUE),
                raw.session.createTopic("prices"))) {
            raw.send(raw.echo("x"), foreign);
            assertThat(raw.takeDead()).as(foreign.toString()).isNotNull();
        }
        assertServes();
        assertThat(on.broker.waiting(ADMIN)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x' OR '1'='1", "%", "' OR JMSCorrelationID LIKE '%"})
    void aCorrelationIdIsOnlyRepeated(String id) throws Exception {
        TextMessage request = raw.echo("mine");
        request.setJMSCorrelationID(id);
        raw.send(request, raw.inbox);

        Message answer = raw.take(raw.inbox);
        assertThat(answer.getJMSCorrelationID()).isEqualTo(id);
        assertThat(((TextMessage) answer).getText()).contains("mine");
        assertServes();
    }

    @Test
    void hugePropertiesGoToTheDeadLetters() throws Exception {
        TextMessage many = raw.echo("x");
        for (int i = 0; i < 2000; i++) {
            many.setStringProperty("p" + i, "x");
        }
        raw.send(many, raw.inbox);
        assertThat(raw.takeDead()).isNotNull();
        TextMessage longOne = raw.echo("x");
        longOne.setStringProperty("p", "x".repeat(70_000));
        raw.send(longOne, raw.inbox);
        assertThat(raw.takeDead()).isNotNull();
        assertServes();
    }

    @Test
    void whatIsNoSoapIsAnsweredByAFaultOnce() throws Exception {
        for (String text : List.of("", "hello", "<a/>", "<!DOCTYPE x SYSTEM 'file:///etc/passwd'><x/>")) {
            raw.send(RawSoap.marked(raw.session.createTextMessage(text)), raw.inbox);
            assertThat(((TextMessage) raw.take(raw.inbox)).getText()).as(text).contains("Fault");
        }
        assertServes();
        assertThat(on.broker.waiting(EmbeddedBroker.DEAD_LETTERS)).isZero();
    }

    /** The message is delivered five times, marked as redelivered in all but the first. */
    @Test
    void aOneWayMessageThatAlwaysFailsEndsInTheDeadLetters() throws Exception {
        raw.send(raw.tell("poison"), null);

        assertThat(raw.takeDead()).isNotNull();
        assertThat(SERVICE.flags).containsExactly(false, true, true, true, true);
        assertServes();
    }

    /** The client calls a hostile service. */
    @Test
    void anObjectForAnAnswerIsNotReadEither() throws Exception {
        try (OnQueue other =
                        new OnQueue(EmbeddedBroker.builder().queue(OnQueue.NAME).start());
                RawSoap evil = new RawSoap(other.broker)) {
            int before = Canary.READ.get();
            // Listens before the call is made, so that its response arrives within the call's timeout.
            MessageConsumer requests = evil.session.createConsumer(evil.session.createQueue(OnQueue.NAME));
            CompletableFuture<Void> answered = CompletableFuture.runAsync(() -> answerWithAnObject(evil, requests));
            WrappedStations proxy =
                    other.proxy(WrappedStations.class, other.queue().withReceiveTimeout(Duration.ofSeconds(2)));

            assertThatThrownBy(() -> proxy.echo("x")).hasStackTraceContaining("Timeout");

            answered.join();
            await().atMost(60, TimeUnit.SECONDS).until(() -> other.broker.waiting(EmbeddedBroker.DEAD_LETTERS) == 1);
            assertThat(Canary.READ).hasValue(before);
        }
    }

    private static void answerWithAnObject(RawSoap evil, MessageConsumer requests) {
        try (requests) {
            Message request = requests.receive();
            Message answer = RawSoap.marked(evil.session.createObjectMessage(new Canary()));
            answer.setJMSCorrelationID(request.getJMSCorrelationID());
            evil.send(request.getJMSReplyTo(), answer, null);
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    private void assertServes() {
        assertThat(on.proxy(WrappedStations.class).echo("still there")).isEqualTo("still there");
    }
}
