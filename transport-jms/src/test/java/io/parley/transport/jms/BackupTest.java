package io.parley.transport.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.Connection;
import io.parley.channel.Listener;
import jakarta.jms.JMSContext;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a broker with a backup on the same store, which takes over when the primary ends. */
class BackupTest {
    private static final Address ORDERS = new Address("orders", 4711);

    @Test
    void connectionsEndWithTheOneThatServedAndListenersComeBackAtItsBackup(@TempDir Path store) throws Exception {
        try (Cluster cluster = Cluster.withBackup(store);
                JmsChannelProvider server = channel(cluster);
                JmsChannelProvider client = channel(cluster);
                Listener listener = server.listen(ORDERS, TestBroker.PATIENT, connection -> new Ending())) {
            Ending near = new Ending();
            connect(client, listener.address(), near);
            try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(cluster.firstUrl());
                    JMSContext context = factory.createContext()) {
                context.createProducer().send(context.createQueue("soap"), "one");
            }

            cluster.killFirst();

            assertThat(near.end.get(60, TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(
                            ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONNECTION_LOST));
            cluster.awaitSecond();
            await().atMost(TestBroker.PATIENCE)
                    .until(() -> cluster.queues().contains("parley.orders.4711") && answers(client, listener));
            try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(cluster.secondUrl());
                    JMSContext context = factory.createContext()) {
                assertThat(context.createConsumer(context.createQueue("soap"))
                                .receiveBody(String.class, TestBroker.PATIENCE.toMillis()))
                        .as("what was durable is there")
                        .isEqualTo("one");
            }
        }
    }

    private static boolean answers(JmsChannelProvider client, Listener listener) throws Exception {
        connect(client, listener.address(), new Ending()).close();
        return true;
    }

    private static JmsChannelProvider channel(Cluster cluster) {
        return JmsChannelProvider.create(BrokerAccess.byUrl(cluster.url()), JmsSettings.defaults());
    }

    private static Connection connect(JmsChannelProvider channel, Address address, Ending handler) throws Exception {
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
