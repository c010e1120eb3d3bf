package io.parley.transport.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.channel.Address;
import io.parley.channel.Connection;
import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Messages to the inbox of a side that has requested a connection and was not accepted yet. */
class HostileAnswersTest {
    private static final String HOST = "answers";
    private static final int PORT = 7;

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    private RawJmsPeer peer;
    private CompletableFuture<Connection> connected;
    private Message connect;
    private ByteBuffer id;

    @BeforeEach
    void request() throws Exception {
        peer = new RawJmsPeer(BROKER.broker());
        String queue = JmsSettings.defaults().queueOf(new Address(HOST, PORT));
        try (MessageConsumer requests = peer.session.createConsumer(peer.session.createQueue(queue))) {
            connected = BROKER.provider()
                    .connect(new Address(HOST, PORT), TestBroker.PATIENT, new TestBroker.Deaf())
                    .toCompletableFuture();
            connect = Objects.requireNonNull(requests.receive(60_000));
        }
        id = Objects.requireNonNull(Packet.read(connect, 0)).connection();
    }

    @AfterEach
    void close() throws Exception {
        if (connected.isDone() && !connected.isCompletedExceptionally()) {
            connected.join().close();
        }
        peer.send(connect.getJMSReplyTo(), packet(Packet.Kind.CLOSE, 1), null);
        peer.close();
    }

    @Test
    void anAcceptanceThatNamesAForeignQueueGoesToTheDeadLetters() throws Exception {
        for (Destination foreign :
                Arrays.asList(peer.session.createQueue("payments"), peer.session.createTopic("payments"), null)) {
            answer(packet(Packet.Kind.ACCEPT, 1000), foreign);
            assertThat(peer.take(EmbeddedBroker.DEAD_LETTERS))
                    .as("with " + foreign)
                    .isNotNull();
        }
        assertThat(BROKER.broker().waiting("payments")).isZero();
        assertCanBeAccepted();
    }

    @Test
    void anAcceptanceWithoutAWindowGoesToTheDeadLetters() throws Exception {
        for (long window : List.of(0L, -1L)) {
            answer(packet(Packet.Kind.ACCEPT, window), peer.inbox);
            assertThat(peer.take(EmbeddedBroker.DEAD_LETTERS)).isNotNull();
        }
        assertCanBeAccepted();
    }

    @Test
    void aRequestAtTheInboxIsDropped() throws Exception {
        answer(packet(Packet.Kind.CONNECT, 1000), peer.inbox);
        assertCanBeAccepted();
    }

    private BytesMessage packet(Packet.Kind kind, long number) throws Exception {
        BytesMessage message = peer.session.createBytesMessage();
        message.writeBytes(Packet.header(kind, id, number));
        return message;
    }

    private void answer(Message message, @Nullable Destination replyTo) throws Exception {
        peer.send(connect.getJMSReplyTo(), message, replyTo);
    }

    private void assertCanBeAccepted() throws Exception {
        answer(packet(Packet.Kind.ACCEPT, 1000), peer.inbox);
        assertThat(connected.get(60, TimeUnit.SECONDS)).isNotNull();
    }
}
