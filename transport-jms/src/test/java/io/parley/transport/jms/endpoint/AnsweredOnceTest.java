package io.parley.transport.jms.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.negotiation.Mode;
import io.parley.testkit.FreePort;
import io.parley.testkit.campaign.FaultProxy;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests two instances of a service on one queue that share a store of handled requests. The first loses the broker
 * after its handler ran, and before the request left the queue, so the second gets it.
 */
class AnsweredOnceTest {
    private static final String QUEUE = "shared";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final List<AutoCloseable> open = new ArrayList<>();
    private final ContextStore store = ContextStores.open("memory:", StoreSettings.defaults());
    private final BlockingQueue<String> first = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> second = new LinkedBlockingQueue<>();

    private EmbeddedBroker broker;
    /** Between the first instance and the broker. */
    private FaultProxy cable;

    private JmsEndpointClient client;

    @BeforeEach
    void start() throws Exception {
        int port = FreePort.find();
        broker = EmbeddedBroker.builder().queue(QUEUE).bind("127.0.0.1", port).start();
        cable = FaultProxy.balancing(() -> new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        client = JmsEndpointClient.of(Sums.CONTRACT)
                .mode(Mode.NEVER)
                .timeout(PATIENCE)
                .open(BrokerAccess.byUrl(broker.localUrl()), QUEUE);
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        for (AutoCloseable each : open) {
            each.close();
        }
        store.close();
        broker.close();
    }

    private static JmsEndpoint.Builder service(BlockingQueue<String> handled, Runnable after) {
        return JmsEndpoint.serve(Sums.CONTRACT)
                .on(Sums.SUM, (numbers, session) -> {
                    handled.add(session.isRedelivered() ? "sum again" : "sum");
                    after.run();
                    return Sums.sum(numbers);
                })
                .onMessage(Sums.NOTE, (note, session) -> {
                    handled.add(session.isRedelivered() ? note.text + " again" : note.text);
                    after.run();
                });
    }

    /** A single consumer: another would receive what the first lost while both end. */
    private void startFirst(@Nullable ContextStore kept) throws Exception {
        JmsEndpoint.Builder building = service(first, this::cut).consumers(1);
        start(
                kept == null ? building : building.withStore(kept),
                BrokerAccess.byUrl("tcp://127.0.0.1:" + cable.port()));
    }

    private void startSecond(@Nullable ContextStore kept) throws Exception {
        JmsEndpoint.Builder building = service(second, () -> {});
        start(kept == null ? building : building.withStore(kept), BrokerAccess.byUrl(broker.localUrl()));
    }

    private void start(JmsEndpoint.Builder building, BrokerAccess access) throws Exception {
        open.add(building.start(access, QUEUE));
    }

    private void cut() {
        try {
            cable.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String taken(BlockingQueue<String> handled) throws InterruptedException {
        return handled.poll(60, TimeUnit.SECONDS);
    }

    private void awaitAllTaken() {
        await().atMost(PATIENCE).until(() -> broker.waiting(QUEUE) == 0);
        assertThat(broker.waiting(EmbeddedBroker.DEAD_LETTERS)).isZero();
    }

    @Test
    void aMessageThatOneInstanceHandledIsDroppedByTheOther() throws Exception {
        startFirst(store);
        client.send(Sums.NOTE, Sums.Note.of("once"));
        assertThat(taken(first)).isEqualTo("once");
        startSecond(store);

        awaitAllTaken();
        client.send(Sums.NOTE, Sums.Note.of("next"));
        assertThat(taken(second)).isEqualTo("next");
    }

    @Test
    void aCallThatRanIsNotRunAgainAndItsCallerIsTold() throws Exception {
        startFirst(store);
        CompletableFuture<Sums.Total> call = client.callAsync(Sums.SUM, Sums.Numbers.of(1, 2));
        assertThat(taken(first)).isEqualTo("sum");
        startSecond(store);

        assertThatThrownBy(() -> call.get(60, TimeUnit.SECONDS))
                .cause()
                .isInstanceOfSatisfying(ParleyException.class, lost -> {
                    assertThat(lost.code()).isEqualTo(ErrorCode.CONNECTION_LOST);
                    assertThat(lost.retry()).isEqualTo(ErrorCode.Retry.NEVER);
                })
                .hasMessageContaining("handled before");
        awaitAllTaken();
        assertThat(second).isEmpty();
        assertThat(client.call(Sums.SUM, Sums.Numbers.of(1, 2)).value).isEqualTo(3);
    }

    @Test
    void withoutAStoreACallRunsAgainAndIsMarked() throws Exception {
        startFirst(null);
        CompletableFuture<Sums.Total> call = client.callAsync(Sums.SUM, Sums.Numbers.of(1, 2));
        assertThat(taken(first)).isEqualTo("sum");
        startSecond(null);

        assertThat(call.get(60, TimeUnit.SECONDS).value).isEqualTo(3);
        assertThat(taken(second)).isEqualTo("sum again");
    }

    @Test
    void aMessageThatFailedIsNotTakenForHandled() throws Exception {
        start(
                service(second, () -> {
                            throw new IllegalStateException("not done");
                        })
                        .withStore(store),
                BrokerAccess.byUrl(broker.localUrl()));

        client.send(Sums.NOTE, Sums.Note.of("poison"));

        await().atMost(PATIENCE).until(() -> broker.waiting(EmbeddedBroker.DEAD_LETTERS) == 1);
        assertThat(second).containsExactly("poison", "poison again", "poison again", "poison again", "poison again");
    }

    @Test
    void requestsAreHandledAlthoughTheStoreIsGone() throws Exception {
        ContextStore gone = ContextStores.open("memory:", StoreSettings.defaults());
        gone.close();
        client.send(Sums.NOTE, Sums.Note.of("early"));
        startSecond(gone);

        assertThat(taken(second)).isEqualTo("early again");
        assertThat(client.call(Sums.SUM, Sums.Numbers.of(1, 2)).value).isEqualTo(3);
    }
}
