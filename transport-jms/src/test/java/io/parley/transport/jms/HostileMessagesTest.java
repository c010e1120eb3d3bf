package io.parley.transport.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Listener;
import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.jms.client.ActiveMQDestination;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks by messages from someone with access to the broker (threat model, row 22). */
class HostileMessagesTest {
    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    private final BlockingQueue<Target> accepted = new LinkedBlockingQueue<>();
    private final List<AutoCloseable> open = new ArrayList<>();
    private Listener listener;
    private RawJmsPeer peer;
    private String queue;

    @BeforeEach
    void listen() throws Exception {
        listener = BROKER.provider().listen(new Address("orders", 0), TestBroker.PATIENT, connection -> {
            Target target = new Target(connection);
            accepted.add(target);
            return target;
        });
        queue = JmsSettings.defaults().queueOf(listener.address());
        peer = new RawJmsPeer(BROKER.broker());
    }

    @AfterEach
    void closeAll() throws Exception {
        listener.close();
        for (AutoCloseable each : open) {
            each.close();
        }
        accepted.forEach(target -> target.connection.close());
        peer.close();
    }

    @Test
    void anObjectGoesToTheDeadLettersAndItsClassIsNeverRead() throws Exception {
        peer.send(peer.session.createQueue(queue), peer.session.createObjectMessage(new Canary()), peer.inbox);
        Message dead = peer.take(EmbeddedBroker.DEAD_LETTERS);
        assertThat(dead).isInstanceOf(ObjectMessage.class);
        assertThat(Canary.READ).hasValue(0);
        assertServes();
    }

    @Test
    void theClassThatAnObjectNamesIsNeverLoaded() throws Exception {
        String name = "io.parley.transport.jms.NeverLoaded";
        NamedClass.sendObject(BROKER.broker(), queue, name);

        assertThat(peer.take(EmbeddedBroker.DEAD_LETTERS)).isInstanceOf(ObjectMessage.class);
        assertServes();
        assertThat(NamedClass.isLoaded(name)).isFalse();
        assertThat(NamedClass.isLoaded(Class.forName(name).getName()))
                .as("it could have been")
                .isTrue();
    }

    @Test
    void messagesOfOtherTypesGoToTheDeadLetters() throws Exception {
        Session session = peer.session;
        MapMessage map = session.createMapMessage();
        map.setString("class", Canary.class.getName());
        for (Message message : List.of(
                session.createTextMessage("hello"), map, session.createStreamMessage(), session.createMessage())) {
            peer.send(session.createQueue(queue), message, peer.inbox);
            assertThat(peer.take(EmbeddedBroker.DEAD_LETTERS)).isNotNull();
        }
        assertServes();
    }

    @Test
    void bytesThatAreNoPacketGoToTheDeadLetters() throws Exception {
        for (int length : new int[] {0, 1, Packet.HEADER_BYTES - 1, Packet.HEADER_BYTES, 3_000_000}) {
            BytesMessage message = peer.session.createBytesMessage();
            message.writeBytes(new byte[length]);
            peer.send(peer.session.createQueue(queue), message, peer.inbox);
            assertThat(peer.take(EmbeddedBroker.DEAD_LETTERS))
                    .as("of " + length)
                    .isNotNull();
        }
        peer.send(peer.session.createQueue(queue), peer.packet(Packet.Kind.CONNECT, 1000, 1), peer.inbox);
        assertThat(peer.take(EmbeddedBroker.DEAD_LETTERS)).isNotNull();
        assertServes();
    }

    @Test
    void hugePropertiesAreNotLookedAt() throws Exception {
        BytesMessage message = peer.packet(Packet.Kind.CONNECT, 1000, 0);
        for (int i = 0; i < 2000; i++) {
            message.setStringProperty("p" + i, "x".repeat(100));
        }
        peer.send(peer.session.createQueue(queue), message, peer.inbox);
        assertThat(peer.answer(Packet.Kind.ACCEPT)).isNotNull();
    }

    @Test
    void nothingIsSentToAReplyAddressThatIsNoTemporaryQueue() throws Exception {
        List<Destination> foreign = new ArrayList<>();
        foreign.add(peer.session.createQueue("payments"));
        foreign.add(ActiveMQDestination.createTemporaryQueue("payments"));
        foreign.add(peer.session.createTopic("payments"));
        foreign.add(null);
        for (Destination replyTo : foreign) {
            peer.send(peer.session.createQueue(queue), peer.packet(Packet.Kind.CONNECT, 1000, 0), replyTo);
            assertThat(peer.take(EmbeddedBroker.DEAD_LETTERS))
                    .as("with " + replyTo)
                    .isNotNull();
        }
        assertThat(BROKER.broker().waiting("payments")).isZero();
        assertThat(accepted).isEmpty();
        assertServes();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "orders' OR 1=1 --",
                "orders?max-consumers=-1",
                "a b",
                "queue://x",
                "orders::x",
                "$sys",
                "#",
                "*",
                ".x"
            })
    void aNegotiatedNameCannotBeMoreThanAName(String host) {
        assertThatThrownBy(() -> BROKER.provider()
                        .connect(new Address(host, 7), TestBroker.PATIENT, new TestBroker.Deaf())
                        .toCompletableFuture()
                        .get(60, TimeUnit.SECONDS))
                .cause()
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONNECT_FAILED))
                .hasMessageNotContaining(host);
    }

    @Test
    void aMessageThatComesTwiceIsDeliveredOnce() throws Exception {
        Destination inbox = peer.connect(queue);
        peer.send(inbox, peer.packet(Packet.Kind.FRAMES, 1, 10), null);
        peer.send(inbox, peer.packet(Packet.Kind.FRAMES, 1, 10), null);
        peer.send(inbox, peer.packet(Packet.Kind.FRAMES, 2, 20), null);
        Target target = next();
        await().atMost(TestBroker.PATIENCE).until(() -> target.lengths.contains(20));
        assertThat(target.lengths).containsExactly(10, 20);
    }

    @Test
    void aMessageThatIsMissingEndsTheConnection() throws Exception {
        peer.send(peer.connect(queue), peer.packet(Packet.Kind.FRAMES, 2, 10), null);
        assertThat(next().code()).isEqualTo(ErrorCode.CONNECTION_LOST);
    }

    @Test
    void whoSendsMoreThanItsWindowIsCutOff() throws Exception {
        Destination inbox = peer.connect(queue);
        Target target = next();
        target.connection.setReading(false);
        for (int i = 1; i <= 7; i++) {
            peer.send(inbox, peer.packet(Packet.Kind.FRAMES, i, 1024 * 1024), null);
        }
        assertThat(target.code()).isEqualTo(ErrorCode.FLOW_CONTROL);
    }

    @Test
    void creditForWhatWasNotSentEndsTheConnection() throws Exception {
        peer.send(peer.connect(queue), peer.packet(Packet.Kind.CREDIT, 1, 0), null);
        assertThat(next().code()).isEqualTo(ErrorCode.FLOW_CONTROL);
    }

    @Test
    void whatIsNoneOfAConnectionsOwnLeavesItAlone() throws Exception {
        Destination inbox = peer.connect(queue);
        peer.send(inbox, peer.session.createObjectMessage(new Canary()), null);
        assertThat(peer.take(EmbeddedBroker.DEAD_LETTERS)).isInstanceOf(ObjectMessage.class);
        peer.send(inbox, peer.packet(Packet.Kind.FRAMES, 1, 10), null);
        Target target = next();
        await().atMost(TestBroker.PATIENCE).until(() -> target.lengths.contains(10));
        assertThat(Canary.READ).hasValue(0);
    }

    private Target next() throws InterruptedException {
        Target target = accepted.poll(60, TimeUnit.SECONDS);
        assertThat(target).isNotNull();
        open.add(target.connection::close);
        return target;
    }

    private void assertServes() throws Exception {
        Connection honest = BROKER.provider()
                .connect(listener.address(), TestBroker.PATIENT, new TestBroker.Deaf())
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
        honest.close();
    }

    /** The attacked side: each message is one frame. */
    private static final class Target implements ConnectionHandler {
        final Connection connection;
        final BlockingQueue<Integer> lengths = new LinkedBlockingQueue<>();
        final CompletableFuture<@Nullable Throwable> end = new CompletableFuture<>();

        Target(Connection connection) {
            this.connection = connection;
        }

        ErrorCode code() throws Exception {
            return ((ParleyException) end.get(60, TimeUnit.SECONDS)).code();
        }

        @Override
        public int frameLength(ByteBuf in) {
            return in.readableBytes();
        }

        @Override
        public void onFrame(ByteBuf frame) {
            lengths.add(frame.readableBytes());
            frame.release();
        }

        @Override
        public void onRefused(RuntimeException why) {
            end.complete(why);
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(@Nullable Throwable cause) {
            end.complete(cause);
        }
    }
}
