package io.parley.transport.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;

/** Tests which messages a guarded consumer delivers, and that it rejects all others. */
class GuardedFactoryTest {
    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    private static final String QUEUE = "guarded";

    private static Connection connection(Clock clock) throws JMSException {
        ConnectionFactory bare = BrokerAccess.byUrl(BROKER.broker().localUrl()).factory();
        Connection connection =
                GuardedFactory.of(bare, JmsSettings.defaults(), clock).createConnection();
        connection.start();
        return connection;
    }

    private static void send(RawJmsPeer peer, Message message) throws JMSException {
        peer.send(peer.session.createQueue(QUEUE), message, peer.inbox);
    }

    @Test
    void whatIsNotReadIsPassedOverWithinTheTimeThatWasAsked() throws Exception {
        try (RawJmsPeer peer = new RawJmsPeer(BROKER.broker());
                Connection connection = connection(Clock.systemUTC());
                Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(session.createQueue(QUEUE))) {
            send(peer, peer.session.createObjectMessage(new Canary()));
            assertThat(consumer.receive(200)).isNull();
            send(peer, peer.session.createObjectMessage(new Canary()));
            send(peer, peer.session.createTextMessage("read"));
            assertThat(consumer.receive(30_000).getBody(String.class)).isEqualTo("read");
            assertThat(peer.take(EmbeddedBroker.DEAD_LETTERS)).isNotNull();
            assertThat(peer.take(EmbeddedBroker.DEAD_LETTERS)).isNotNull();
            assertThat(Canary.READ).hasValue(0);
        }
    }

    @Test
    void aListenerIsToldOfNothingElse() throws Exception {
        BlockingQueue<Message> told = new LinkedBlockingQueue<>();
        try (RawJmsPeer peer = new RawJmsPeer(BROKER.broker());
                Connection connection = connection(Clock.systemUTC());
                Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageConsumer consumer = session.createConsumer(session.createQueue(QUEUE))) {
            consumer.setMessageListener(message -> {
                told.add(message);
                commit(session);
            });
            send(peer, peer.session.createMapMessage());
            send(peer, peer.session.createTextMessage("read"));
            assertThat(told.poll(60, TimeUnit.SECONDS).getBody(String.class)).isEqualTo("read");
            assertThat(told).isEmpty();
            assertThat(peer.take(EmbeddedBroker.DEAD_LETTERS)).isNotNull();
        }
    }

    @Test
    void aBrokerThatCannotBeReachedIsLoggedOnceWithItsPlaceAndWithoutThePassword() throws Exception {
        int port = freePort();
        ConnectionFactory bare = BrokerAccess.byUrl("tcp://localhost:" + port + "?user=till&password=s3cret")
                .factory();
        GuardedFactory guarded = GuardedFactory.of(bare, JmsSettings.defaults());
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger logger = (Logger) LoggerFactory.getLogger(GuardedFactory.class);
        logger.addAppender(log);
        try {
            for (int attempt = 0; attempt < 3; attempt++) {
                assertThatThrownBy(guarded::createConnection)
                        .isInstanceOf(JMSException.class)
                        .hasMessageStartingWith("expected a broker at localhost:" + port + ", found ");
            }
        } finally {
            logger.detachAppender(log);
        }

        assertThat(log.list)
                .singleElement()
                .satisfies(event -> assertThat(event.getFormattedMessage())
                        .contains("cannot connect to the broker: expected a broker at localhost:" + port)
                        .doesNotContain("s3cret"));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static void commit(Session session) {
        try {
            session.commit();
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whatWasSentBeforeTheConnectionStoodMayHaveComeBefore() throws Exception {
        Clock later = Clock.fixed(Instant.now().plus(Duration.ofMinutes(1)), ZoneOffset.UTC);
        Clock earlier = Clock.fixed(Instant.now().minus(Duration.ofMinutes(1)), ZoneOffset.UTC);
        assertThat(isMarked(later)).isTrue();
        assertThat(isMarked(earlier)).isFalse();
    }

    private static boolean isMarked(Clock clock) throws JMSException {
        try (RawJmsPeer peer = new RawJmsPeer(BROKER.broker());
                Connection connection = connection(clock);
                Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(session.createQueue(QUEUE))) {
            send(peer, peer.session.createTextMessage("x"));
            return consumer.receive(30_000).getJMSRedelivered();
        }
    }

    @Test
    void nobodyGetsAroundItByAContext() {
        ConnectionFactory bare = BrokerAccess.byUrl(BROKER.broker().localUrl()).factory();
        assertThatThrownBy(() -> GuardedFactory.of(bare, JmsSettings.defaults()).createContext())
                .isInstanceOf(JMSRuntimeException.class);
    }
}
