package io.parley.transport.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Listener;
import io.parley.testkit.FreePort;
import io.parley.testkit.NewKeys;
import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.MessageProducer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.api.core.ActiveMQSecurityException;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQDestination;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the embedded broker, and the channel when the broker stops and restarts. */
class EmbeddedBrokerTest {
    private static final Address ORDERS = new Address("orders", 4711);

    @Test
    void durableMessagesOutliveTheBrokerInItsFolder(@TempDir Path folder) throws Exception {
        EmbeddedBroker.Builder builder = EmbeddedBroker.builder().folder(folder).queue("orders");
        try (EmbeddedBroker broker = builder.start();
                ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(broker.localUrl());
                JMSContext context = factory.createContext()) {
            context.createProducer().send(context.createQueue("orders"), "one");
            // The message is stored before the sender returns, but counted slightly later.
            await().atMost(TestBroker.PATIENCE).until(() -> broker.waiting("orders") == 1);
        }
        try (EmbeddedBroker broker = builder.start()) {
            await().atMost(TestBroker.PATIENCE).until(() -> broker.waiting("orders") == 1);
        }
    }

    @Test
    void aListenerComesBackWithItsBrokerAndConnectionsEndWithIt() throws Exception {
        EmbeddedBroker.Builder builder = EmbeddedBroker.builder();
        EmbeddedBroker first = builder.start();
        try (JmsChannelProvider channel = channel(BrokerAccess.byUrl(first.localUrl()));
                Listener listener = channel.listen(ORDERS, TestBroker.PATIENT, connection -> new Ending())) {
            Ending near = new Ending();
            connect(channel, listener.address(), near);
            first.close();
            assertThat(near.end.get(60, TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(
                            ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONNECTION_LOST));
            try (EmbeddedBroker second = builder.start()) {
                await().atMost(TestBroker.PATIENCE).until(() -> second.queues().contains("parley.orders.4711"));
                connect(channel, listener.address(), new Ending()).close();
            }
        }
    }

    @Test
    void aTemporaryQueueThatIsGoneIsNotMadeAgainBySomeoneWhoSendsToIt() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.builder().start();
                RawJmsPeer left = new RawJmsPeer(broker);
                RawJmsPeer staying = new RawJmsPeer(broker);
                MessageProducer early = staying.session.createProducer(left.inbox)) {
            left.close();
            await().atMost(TestBroker.PATIENCE).until(() -> !broker.queues().contains(left.inbox.getQueueName()));
            BytesMessage late = staying.packet(Packet.Kind.CLOSE, 1, 0);
            early.send(late, DeliveryMode.NON_PERSISTENT, 4, 0);
            assertThatThrownBy(() -> early.send(late, DeliveryMode.PERSISTENT, 4, 0))
                    .as("whoever waits for the broker is told")
                    .isInstanceOf(InvalidDestinationException.class);
            staying.send(staying.session.createQueue("orders"), staying.packet(Packet.Kind.CLOSE, 1, 0), null);
            await().atMost(TestBroker.PATIENCE).until(() -> broker.waiting("orders") == 1);
            assertThat(broker.queues())
                    .as("other queues are made for who sends to them")
                    .containsExactlyInAnyOrder(EmbeddedBroker.DEAD_LETTERS, "orders", staying.inbox.getQueueName());
        }
    }

    /** The Artemis client would create it, as a temporary queue of the sender. */
    @Test
    void aTemporaryQueueThatIsGoneIsNotMadeForALateSender() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.builder().start();
                RawJmsPeer left = new RawJmsPeer(broker);
                RawJmsPeer staying = new RawJmsPeer(broker)) {
            left.close();
            await().atMost(TestBroker.PATIENCE).until(() -> !broker.queues().contains(left.inbox.getQueueName()));

            assertThatThrownBy(() -> staying.session.createProducer(
                            ActiveMQDestination.createTemporaryQueue(left.inbox.getQueueName())))
                    .isInstanceOf(InvalidDestinationException.class);

            assertThat(broker.queues())
                    .containsExactlyInAnyOrder(EmbeddedBroker.DEAD_LETTERS, staying.inbox.getQueueName());
        }
    }

    @Test
    void itIsReachedFromOutsideWhereItIsBound() throws Exception {
        try (EmbeddedBroker broker =
                        EmbeddedBroker.builder().bind("127.0.0.1", 0).start();
                JmsChannelProvider server = channel(BrokerAccess.byUrl(broker.url()));
                JmsChannelProvider client = channel(BrokerAccess.byUrl(broker.url()));
                Listener listener = server.listen(ORDERS, TestBroker.PATIENT, connection -> new Ending())) {
            Connection connection = connect(client, listener.address(), new Ending());
            assertThat(connection.isSecure()).isFalse();
            connection.close();
        }
    }

    /** Otherwise this sender and the sender of an equally long response would wait for each other. */
    @Test
    void aMessageOfEightyMegabytesIsSentWithoutAnybodyWhoTakesIt() throws Exception {
        try (EmbeddedBroker broker =
                        EmbeddedBroker.builder().bind("127.0.0.1", 0).start();
                ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(broker.url());
                JMSContext context = factory.createContext()) {
            BytesMessage message = context.createBytesMessage();
            message.writeBytes(new byte[800 * 102_400 - 2_000]);
            JMSProducer producer = context.createProducer().setDeliveryMode(DeliveryMode.NON_PERSISTENT);

            assertTimeoutPreemptively(
                    Duration.ofMinutes(2), () -> producer.send(context.createQueue("orders"), message));

            await().atMost(TestBroker.PATIENCE).until(() -> broker.waiting("orders") == 1);
        }
    }

    @Test
    void ofSeveralBrokersInOneUrlWhicheverIsThereIsTaken() throws Exception {
        int first = FreePort.find();
        int second = FreePort.find();
        String both = "(tcp://localhost:" + first + ",tcp://localhost:" + second + ")";
        EmbeddedBroker there =
                EmbeddedBroker.builder().bind("localhost", second).start();
        try (JmsChannelProvider server = channel(BrokerAccess.byUrl(both));
                JmsChannelProvider client = channel(BrokerAccess.byUrl(both));
                Listener listener = server.listen(ORDERS, TestBroker.PATIENT, connection -> new Ending())) {
            Ending near = new Ending();
            connect(client, listener.address(), near);
            there.close();
            assertThat(near.end.get(60, TimeUnit.SECONDS)).isInstanceOf(ParleyException.class);
            try (EmbeddedBroker other =
                    EmbeddedBroker.builder().bind("localhost", first).start()) {
                await().atMost(TestBroker.PATIENCE).until(() -> other.queues().contains("parley.orders.4711"));
                connect(client, listener.address(), new Ending()).close();
            }
        } finally {
            there.close();
        }
    }

    @Test
    void anAddressThatIsTakenIsSaid() throws Exception {
        try (EmbeddedBroker broker =
                EmbeddedBroker.builder().bind("127.0.0.1", 0).start()) {
            int port = Integer.parseInt(broker.url().replaceFirst(".*:", ""));
            assertThatThrownBy(() ->
                            EmbeddedBroker.builder().bind("127.0.0.1", port).start())
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void aBrokerThatIsNotBoundHasNoAddressForOthers() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.builder().start()) {
            assertThatThrownBy(broker::url).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void usersMayDoWhatTheirRolesArePermitted() throws Exception {
        EmbeddedBroker.Builder builder = EmbeddedBroker.builder()
                .user("shop", "s3cret", "services")
                .user("till", "pa55", "clients")
                .permit("parley.orders.*", "services", false, true)
                .permit("parley.orders.*", "clients", true, false)
                .permit(EmbeddedBroker.TEMPORARY, "services", true, true)
                .permit(EmbeddedBroker.TEMPORARY, "clients", true, true);
        try (EmbeddedBroker broker = builder.start();
                JmsChannelProvider server =
                        channel(BrokerAccess.byUrl(broker.localUrl()).as("shop", "s3cret"));
                JmsChannelProvider client =
                        channel(BrokerAccess.byUrl(broker.localUrl()).as("till", "pa55"));
                JmsChannelProvider nobody =
                        channel(BrokerAccess.byUrl(broker.localUrl()).as("till", "guess"));
                Listener listener = server.listen(ORDERS, TestBroker.PATIENT, connection -> new Ending())) {
            connect(client, listener.address(), new Ending()).close();
            assertThatThrownBy(() -> connect(nobody, listener.address(), new Ending()))
                    .isInstanceOf(ExecutionException.class)
                    .hasRootCauseInstanceOf(ActiveMQSecurityException.class);
            assertThatThrownBy(() ->
                            client.listen(new Address("orders", 4712), TestBroker.PATIENT, connection -> new Ending()))
                    .isInstanceOf(IOException.class)
                    .hasCauseInstanceOf(JMSException.class);
        }
    }

    @Test
    void whoComesFromOutsideByTlsTalksToTheBrokerThatItTrustsAndToNoOther(@TempDir Path folder) throws Exception {
        Path own = NewKeys.in(folder, "own");
        Path other = NewKeys.in(folder, "other");
        try (EmbeddedBroker broker = EmbeddedBroker.builder()
                        .bind("localhost", 0)
                        .tls(own, NewKeys.PASSWORD)
                        .start();
                JmsChannelProvider server = channel(BrokerAccess.byUrl(trusting(broker, own)));
                JmsChannelProvider client = channel(BrokerAccess.byUrl(trusting(broker, own)));
                JmsChannelProvider deceived = channel(BrokerAccess.byUrl(trusting(broker, other)));
                Listener listener = server.listen(ORDERS, TestBroker.PATIENT, connection -> new Ending())) {
            Connection connection = connect(client, listener.address(), new Ending());
            // The broker can read the messages: the channel is not secure, even if the connections to the broker are.
            assertThat(connection.isSecure()).isFalse();
            connection.close();
            assertThatThrownBy(() -> connect(deceived, listener.address(), new Ending()))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOfSatisfying(
                            ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONNECT_FAILED));
        }
    }

    private static String trusting(EmbeddedBroker broker, Path store) {
        return broker.url() + "?sslEnabled=true&trustStoreType=PKCS12&trustStorePath=" + store + "&trustStorePassword="
                + NewKeys.PASSWORD;
    }

    private static JmsChannelProvider channel(BrokerAccess broker) {
        return JmsChannelProvider.create(broker, JmsSettings.defaults());
    }

    private static Connection connect(JmsChannelProvider channel, Address address, ConnectionHandler handler)
            throws Exception {
        return channel.connect(address, TestBroker.PATIENT, handler)
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
    }

    /** A handler that records how its connection ended. */
    private static final class Ending extends TestBroker.Deaf {
        final CompletableFuture<@Nullable Throwable> end = new CompletableFuture<>();

        @Override
        public void onClosed(@Nullable Throwable cause) {
            end.complete(cause);
        }
    }
}
