package io.parley.transport.jms.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.negotiation.Mode;
import io.parley.negotiation.Reliability;
import io.parley.testkit.FreePort;
import io.parley.testkit.campaign.FaultProxy;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import io.parley.transport.jms.endpoint.Sums.Numbers;
import io.parley.transport.jms.endpoint.Sums.Total;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests durable sessions on a queue: they continue at another endpoint over the same store, and after the broker. */
class DurableQueueTest {
    private static final String QUEUE = "kept";
    private static final int LISTENER = 7001;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final ContextStore store = ContextStores.open("memory:", StoreSettings.defaults());
    private final List<String> handled = new CopyOnWriteArrayList<>();
    private final CountDownLatch never = new CountDownLatch(1);

    private EmbeddedBroker.Builder building;
    private EmbeddedBroker broker;
    private FaultProxy cable;

    @BeforeEach
    void start() throws Exception {
        int port = FreePort.find();
        building = EmbeddedBroker.builder().folder(folder).queue(QUEUE).bind("127.0.0.1", port);
        broker = building.start();
        cable = FaultProxy.balancing(() -> new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    @AfterEach
    void close() throws Exception {
        never.countDown();
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
        cable.close();
        broker.close();
        store.close();
    }

    /**
     * Returns a service whose handler blocks for the rest of the test if the sum begins with 0, except on redelivery.
     */
    private JmsEndpoint.Builder service(String name) {
        return JmsEndpoint.serve(Sums.CONTRACT)
                .port(LISTENER)
                .resumable()
                .durable(store)
                .on(Sums.SUM, (numbers, session) -> {
                    boolean again = session.isRedelivered();
                    handled.add(name + " " + numbers.number[0] + " " + again);
                    if (numbers.number[0] == 0 && !again) {
                        stuck();
                    }
                    return Sums.sum(numbers);
                });
    }

    private void stuck() {
        try {
            never.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private JmsEndpointClient client() {
        return kept(JmsEndpointClient.of(Sums.CONTRACT)
                .mode(Mode.ALWAYS)
                .durable()
                .timeout(PATIENCE)
                .open(BrokerAccess.byUrl(broker.url()), QUEUE));
    }

    private static double sum(JmsEndpointClient client, double... numbers) {
        return client.call(Sums.SUM, Numbers.of(numbers)).value;
    }

    private static Reliability reliability(JmsEndpointClient client) {
        return client.session().agreement().reliability();
    }

    private <T extends AutoCloseable> T kept(T each) {
        open.add(each);
        return each;
    }

    @Test
    void theNextProcessAnswersACallThatWasUnderWay() throws Exception {
        kept(service("first").start(BrokerAccess.byUrl("tcp://127.0.0.1:" + cable.port()), QUEUE));
        JmsEndpointClient client = client();
        assertThat(sum(client, 1, 2)).isEqualTo(3);
        assertThat(reliability(client)).isEqualTo(Reliability.DURABLE);
        CompletableFuture<Total> stuck = client.callAsync(Sums.SUM, Numbers.of(0, 2));
        await().atMost(PATIENCE).until(() -> handled.contains("first 0.0 false"));

        cable.close();
        startNext();

        assertThat(stuck.get(60, TimeUnit.SECONDS).value).isEqualTo(2);
        assertThat(sum(client, 4, 2)).isEqualTo(6);
        assertThat(client.channel()).contains("jms");
        assertThat(handled)
                .containsExactly("first 1.0 false", "first 0.0 false", "second 0.0 true", "second 4.0 false");
    }

    @Test
    void anEndpointWhosePortIsTakenHandlesNothingOfSessions() throws Exception {
        kept(service("first").start(BrokerAccess.byUrl(broker.url()), QUEUE));
        JmsEndpointClient client = client();
        CompletableFuture<Total> stuck = client.callAsync(Sums.SUM, Numbers.of(0, 2));
        await().atMost(PATIENCE).until(() -> handled.contains("first 0.0 false"));

        for (int start = 0; start < 10; start++) {
            assertThatThrownBy(() -> service("second").start(BrokerAccess.byUrl(broker.url()), QUEUE))
                    .isInstanceOf(IOException.class);
        }

        never.countDown();
        assertThat(stuck.get(60, TimeUnit.SECONDS).value).isEqualTo(2);
        assertThat(handled).containsExactly("first 0.0 false");
    }

    /** Starts it once the broker knows that the listener before is gone; closed before the first, which is blocked. */
    private void startNext() {
        await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(IOException.class)
                .untilAsserted(() -> open.add(0, service("second").start(BrokerAccess.byUrl(broker.url()), QUEUE)));
    }

    @Test
    void aCallUnderWayIsAnsweredOnceAlthoughTheBrokerRestarts() throws Exception {
        kept(service("only").start(BrokerAccess.byUrl(broker.url()), QUEUE));
        JmsEndpointClient client = client();
        assertThat(sum(client, 1, 2)).isEqualTo(3);
        CompletableFuture<Total> stuck = client.callAsync(Sums.SUM, Numbers.of(0, 2));
        await().atMost(PATIENCE).until(() -> handled.contains("only 0.0 false"));

        broker.close();
        broker = building.start();
        never.countDown();

        assertThat(stuck.get(60, TimeUnit.SECONDS).value).isEqualTo(2);
        assertThat(sum(client, 4, 2)).isEqualTo(6);
        assertThat(handled).containsExactly("only 1.0 false", "only 0.0 false", "only 4.0 false");
        assertThat(reliability(client)).isEqualTo(Reliability.DURABLE);
    }

    /** The store would have to prove the caller's name to the next process. */
    @Test
    void callersWithNamesHaveSessionsThatOutliveAConnectionOnly() throws Exception {
        EmbeddedBroker guarded = kept(EmbeddedBroker.builder()
                .queue(QUEUE)
                .user("till", "secret", "all")
                .permit("#", "all", true, true)
                .start());
        BrokerAccess access = BrokerAccess.byUrl(guarded.localUrl()).as("till", "secret");
        kept(service("named").usersOfBroker().start(access, QUEUE));
        JmsEndpointClient client = kept(JmsEndpointClient.of(Sums.CONTRACT)
                .mode(Mode.ALWAYS)
                .durable()
                .timeout(PATIENCE)
                .open(access, QUEUE));

        assertThat(sum(client, 1, 2)).isEqualTo(3);
        assertThat(reliability(client)).isEqualTo(Reliability.RESUME);
    }
}
