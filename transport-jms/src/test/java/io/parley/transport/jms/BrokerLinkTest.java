package io.parley.transport.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.channel.Address;
import io.parley.channel.Listener;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests the connection to the broker and its shared use. */
class BrokerLinkTest {
    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    private final CountDownLatch consumerCloses = new CountDownLatch(1);
    private final CountDownLatch consumerMayClose = new CountDownLatch(1);
    private final Queue<String> closed = new ConcurrentLinkedQueue<>();

    // Both close the consumers of the connection; at the same time, the broker would be asked for consumers that are
    // already closed.
    @Test
    void itIsNotClosedBeforeThoseWhoEndHaveEnded() throws Exception {
        ConnectionFactory factory =
                BrokerAccess.byUrl(BROKER.broker().localUrl()).factory();
        JmsChannelProvider provider = JmsChannelProvider.create(
                BrokerAccess.byFactory(watched(ConnectionFactory.class, factory)), JmsSettings.defaults());
        Listener listener =
                provider.listen(new Address("ends", 0), TestBroker.PATIENT, connection -> new TestBroker.Deaf());
        provider.connect(listener.address(), TestBroker.PATIENT, new TestBroker.Deaf())
                .toCompletableFuture()
                .get(TestBroker.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .close();
        assertThat(consumerCloses.await(TestBroker.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();

        Thread closing = new Thread(provider::close, "closes the provider");
        closing.start();
        await().atMost(TestBroker.PATIENCE)
                .until(() -> closed.contains("connection") || closing.getState() == Thread.State.WAITING);
        assertThat(closed).as("while a consumer is being closed").isEmpty();

        consumerMayClose.countDown();
        closing.join(TestBroker.PATIENCE.toMillis());
        assertThat(List.copyOf(closed)).startsWith("consumer").contains("connection");
    }

    /** A peer that gets no CLOSE could not tell this side from a slow one. */
    @Test
    void theOthersLearnThatTheProviderIsClosed() throws Exception {
        JmsChannelProvider provider =
                JmsChannelProvider.create(BrokerAccess.byUrl(BROKER.broker().localUrl()), JmsSettings.defaults());
        Listener listener =
                provider.listen(new Address("closed", 0), TestBroker.PATIENT, connection -> new TestBroker.Deaf());
        try (RawJmsPeer peer = new RawJmsPeer(BROKER.broker())) {
            peer.connect(JmsSettings.defaults().queueOf(listener.address()));
            provider.close();
            assertThat(peer.answer(Packet.Kind.CLOSE)).isNotNull();
        }
    }

    /**
     * Returns a proxy that records the order in which objects are closed; consumers block until the test lets them
     * close.
     */
    private <T> T watched(Class<T> type, T real) {
        Object proxy =
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    boolean closes = method.getName().equals("close");
                    if (closes && real instanceof MessageConsumer) {
                        consumerCloses.countDown();
                        assertThat(consumerMayClose.await(TestBroker.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                                .isTrue();
                    }
                    Object result = invoke(method, real, arguments);
                    if (closes && !(real instanceof Session)) {
                        closed.add(real instanceof Connection ? "connection" : "consumer");
                    }
                    return watchedResult(result);
                });
        return type.cast(proxy);
    }

    private @Nullable Object watchedResult(@Nullable Object result) {
        if (result instanceof Connection connection) {
            return watched(Connection.class, connection);
        }
        if (result instanceof Session session) {
            return watched(Session.class, session);
        }
        return result instanceof MessageConsumer consumer ? watched(MessageConsumer.class, consumer) : result;
    }

    private static @Nullable Object invoke(Method method, Object real, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
