package io.parley.transport.stream.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.context.Transaction;
import io.parley.context.TransactionOutcome;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Reliability;
import io.parley.transport.stream.Relay;
import io.parley.transport.stream.endpoint.Samples.Numbers;
import io.parley.transport.stream.endpoint.Samples.Tick;
import io.parley.transport.stream.endpoint.Samples.Total;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests what a client with a store preserves when its process ends; {@code ./campaign client} kills real processes. */
class DurableClientTest {
    private final ContextStore services = ContextStores.open("memory:", StoreSettings.defaults());
    private final ContextStore clients = ContextStores.open("memory:", StoreSettings.defaults());
    private final Queue<String> handled = new ConcurrentLinkedQueue<>();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch mayAnswer = new CountDownLatch(1);

    @AfterEach
    void closeStores() {
        mayAnswer.countDown();
        clients.close();
        services.close();
    }

    @Test
    void theNextProcessIsToldOfACallThatWasUnderWayAndGetsItsAnswer() throws Exception {
        List<UnfinishedCall> told = new ArrayList<>();
        try (StreamEndpoint endpoint = endpoint()) {
            StreamClient before = durable().open(endpoint.invite("test"));
            CompletableFuture<Total> lost = before.callAsync("sum", Numbers.of(1, 2, 3.5), Total.class);
            assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
            before.leave();
            assertThat(lost).isCompletedExceptionally();
            try (StreamClient after = durable().onRestart(told::addAll).resume().orElseThrow()) {
                assertThat(told).hasSize(1);
                assertThat(told.get(0).operation()).isEqualTo("sum");
                assertThat(told.get(0).mayHaveRun()).isTrue();
                mayAnswer.countDown();
                assertThat(told.get(0).answer(Total.class).get(60, TimeUnit.SECONDS).value)
                        .isEqualTo(6.5);
                assertThat(after.call("sum", Numbers.of(1), Total.class).value).isEqualTo(1);
            }
            assertThat(handled).containsExactly("sum 3 false", "sum 1 false");
        }
        assertNothingLeft();
    }

    @Test
    void messagesThatWereTakenAndDidNotArriveAreSentByTheNextProcessInTheirOrder() throws Exception {
        mayAnswer.countDown();
        try (StreamEndpoint endpoint = endpoint();
                Relay relay = new Relay(new Address("127.0.0.1", endpoint.port()))) {
            StreamClient before = durable().open(through(relay, endpoint.invite("test")));
            before.call("sum", Numbers.of(1), Total.class);
            relay.swallow(true);
            List<String> sent = new ArrayList<>(List.of("sum 1 false"));
            for (int number = 1; number <= 20; number++) {
                before.send("subscribe", Tick.of(number));
                sent.add("tick " + number + " false");
            }
            before.leave();
            assertThat(handled).containsExactly("sum 1 false");
            relay.swallow(false);
            try (StreamClient after = durable().resume().orElseThrow()) {
                assertThat(after.call("sum", Numbers.of(1, 2), Total.class).count)
                        .isEqualTo(2);
            }
            sent.add("sum 2 false");
            // Calls are not ordered with one-way messages, and may be answered before these are handled.
            await().untilAsserted(() -> assertThat(handled).containsExactlyInAnyOrderElementsOf(sent));
            assertThat(handled).filteredOn(each -> each.startsWith("tick")).isEqualTo(sent.subList(1, 21));
        }
        assertNothingLeft();
    }

    /**
     * Otherwise the write would follow the next process's read, and the next process would lose the session to the one
     * that left.
     */
    @Test
    void whatIsBeingStoredWhenAClientLeavesIsStoredBeforeTheNextGoesOn() throws Exception {
        List<UnfinishedCall> told = new ArrayList<>();
        ScheduledExecutorService disk = Executors.newSingleThreadScheduledExecutor();
        try (StreamEndpoint endpoint = endpoint()) {
            ContextStore slow = slowly(clients, disk);
            StreamClient before = durable(slow).open(endpoint.invite("test"));
            CompletableFuture<Total> lost = before.callAsync("sum", Numbers.of(1), Total.class);
            before.leave();
            mayAnswer.countDown();
            assertThat(lost).isCompletedExceptionally();
            try (StreamClient after =
                    durable(slow).onRestart(told::addAll).resume().orElseThrow()) {
                for (UnfinishedCall call : told) {
                    assertThat(call.answer(Total.class).get(60, TimeUnit.SECONDS).value)
                            .isEqualTo(1);
                }
                assertThat(after.call("sum", Numbers.of(1, 2), Total.class).count)
                        .isEqualTo(2);
            }
            assertThat(handled).containsOnlyOnce("sum 2 false");
        } finally {
            disk.shutdownNow();
        }
        assertNothingLeft();
    }

    /** Returns the store with a delay of 100 ms before each write. */
    private static ContextStore slowly(ContextStore store, ScheduledExecutorService disk) {
        return (ContextStore) Proxy.newProxyInstance(
                ContextStore.class.getClassLoader(),
                new Class<?>[] {ContextStore.class},
                (proxy, method, arguments) -> {
                    if (!method.getName().equals("apply")) {
                        return method.invoke(store, arguments);
                    }
                    CompletableFuture<TransactionOutcome> told = new CompletableFuture<>();
                    var unused = disk.schedule(
                            () -> told.complete(store.write((Transaction) arguments[0])), 100, TimeUnit.MILLISECONDS);
                    return told;
                });
    }

    @Test
    void aCallThatTheEndpointAnsweredWhileNobodyListenedIsNotHandledAgain() throws Exception {
        List<UnfinishedCall> told = new ArrayList<>();
        try (StreamEndpoint endpoint = endpoint()) {
            leaveACallThatIsAnsweredThen(endpoint);
            try (StreamClient after = durable().onRestart(told::addAll).resume().orElseThrow()) {
                assertThat(told.get(0).answer(Total.class).get(60, TimeUnit.SECONDS).value)
                        .isEqualTo(4);
                assertThat(after.isOpen()).isTrue();
            }
            assertThat(handled).containsExactly("sum 1 false");
        }
    }

    /** The response's buffers are released, too, as the leak detector verifies. */
    @Test
    void anAnswerThatNobodyAsksForIsGoneWithTheSession() throws Exception {
        List<UnfinishedCall> told = new ArrayList<>();
        try (StreamEndpoint endpoint = endpoint()) {
            leaveACallThatIsAnsweredThen(endpoint);
            try (StreamClient after = durable().onRestart(told::addAll).resume().orElseThrow()) {
                assertThat(after.call("sum", Numbers.of(1, 2), Total.class).count)
                        .isEqualTo(2);
            }
            assertThatThrownBy(() -> told.get(0).answer(Total.class).get(60, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOf(ParleyException.class);
        }
    }

    @Test
    void aClientThatEndsInOrderLeavesNothingAndOneThatIsOpenIsNotResumed() throws Exception {
        try (StreamEndpoint endpoint = endpoint()) {
            mayAnswer.countDown();
            try (StreamClient client = durable().open(endpoint.invite("test"))) {
                client.send("subscribe", Tick.of(1));
                client.call("sum", Numbers.of(1), Total.class);
            }
            assertNothingLeft();
            await().untilAsserted(() -> assertThat(handled).contains("tick 1 false"));
        }
    }

    @Test
    void whatALeftSessionStillHasToSayIsNotOverwritten() throws Exception {
        try (StreamEndpoint endpoint = endpoint()) {
            durable().open(endpoint.invite("test")).leave();
            Invitation next = endpoint.invite("test");
            assertThatThrownBy(() -> durable().open(next))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("left one");
            durable().resume().orElseThrow().close();
        }
        assertNothingLeft();
    }

    @Test
    void aSessionThatTheEndpointDoesNotHaveAnyMoreEndsAndSaysSo() throws Exception {
        try (StreamEndpoint endpoint = endpoint();
                Relay relay = new Relay(new Address("127.0.0.1", endpoint.port()));
                ContextStore others = ContextStores.open("memory:", StoreSettings.defaults());
                StreamEndpoint another = StreamEndpoint.serve(Samples.CONTRACT)
                        .on("sum", Numbers.class, numbers -> Samples.sum(numbers))
                        .durable(others)
                        .start(0)) {
            durable().open(through(relay, endpoint.invite("test"))).leave();
            relay.leadTo(new Address("127.0.0.1", another.port()));
            StreamClient client = durable().resume().orElseThrow();
            assertThatThrownBy(() -> client.closed().toCompletableFuture().get(60, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOfSatisfying(
                            ParleyException.class, why -> assertThat(why.code()).isEqualTo(ErrorCode.CONNECTION_LOST));
            client.close();
        }
        assertNothingLeft();
    }

    @Test
    void anEndpointThatKeepsNothingIsRefusedAtOnce() throws Exception {
        try (StreamEndpoint endpoint = StreamEndpoint.serve(Samples.CONTRACT)
                .on("sum", Numbers.class, numbers -> Samples.sum(numbers))
                .start(0)) {
            Invitation invitation = endpoint.invite("test");
            assertThatThrownBy(() -> durable().open(invitation))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("durable");
        }
    }

    @Test
    void aNoteThatIsNoneIsAnErrorWithACode() {
        assertThatThrownBy(() -> AgreementNote.read(new byte[] {1, 0}, Samples.CONTRACT))
                .isInstanceOfSatisfying(
                        ParleyException.class, why -> assertThat(why.code()).isEqualTo(ErrorCode.CONTEXT_UNAVAILABLE));
    }

    private void leaveACallThatIsAnsweredThen(StreamEndpoint endpoint) throws Exception {
        StreamClient before = durable().open(endpoint.invite("test"));
        CompletableFuture<Total> lost = before.callAsync("sum", Numbers.of(4), Total.class);
        assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
        before.leave();
        mayAnswer.countDown();
        assertThat(lost).isCompletedExceptionally();
    }

    private static Invitation through(Relay relay, Invitation invitation) {
        Agreement there = Samples.CONTRACT
                .agreement(relay.address(), invitation.agreement().limits())
                .reliable(Reliability.DURABLE);
        return Invitation.of(there, invitation.token());
    }

    private void assertNothingLeft() {
        await().untilAsserted(() -> assertThat(durable().resume()).isEmpty());
    }

    private StreamClient.Builder durable() {
        return durable(clients);
    }

    private static StreamClient.Builder durable(ContextStore store) {
        return StreamClient.of(Samples.CONTRACT).durable(store, "tills");
    }

    private StreamEndpoint endpoint() throws IOException {
        return StreamEndpoint.serve(Samples.CONTRACT)
                .on("sum", Numbers.class, (numbers, session) -> {
                    handled.add("sum " + numbers.number.length + " " + session.isRedelivered());
                    asked.countDown();
                    awaitQuietly(mayAnswer);
                    return Samples.sum(numbers);
                })
                .onMessage(
                        "subscribe",
                        Tick.class,
                        (tick, session) -> handled.add("tick " + tick.number + " " + session.isRedelivered()))
                .durable(services)
                .start(0);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
