package io.parley.transport.jms.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.endpoint.OperationFault;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.soap.SoapVersion;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import io.parley.transport.jms.endpoint.Sums.Note;
import io.parley.transport.jms.endpoint.Sums.Numbers;
import io.parley.transport.jms.endpoint.Sums.TooMany;
import io.parley.transport.jms.endpoint.Sums.Total;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests a service and clients on a queue, both without CXF. */
class JmsEndpointTest {
    private static final String QUEUE = "sums";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static EmbeddedBroker broker;

    private final BlockingQueue<String> notes = new LinkedBlockingQueue<>();

    @BeforeAll
    static void start() throws Exception {
        broker = EmbeddedBroker.builder().queue(QUEUE).start();
    }

    /** Each request was answered and removed. */
    @AfterEach
    void noRequestIsLeft() {
        await().atMost(PATIENCE).until(() -> broker.waiting(QUEUE) == 0);
        assertThat(broker.waiting(EmbeddedBroker.DEAD_LETTERS)).isZero();
    }

    /** The queues of replies and sessions went with their owners. */
    @AfterAll
    static void stop() throws Exception {
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(broker.queues()).containsExactlyInAnyOrder(QUEUE, EmbeddedBroker.DEAD_LETTERS));
        broker.close();
    }

    private static BrokerAccess access() {
        return BrokerAccess.byUrl(broker.localUrl());
    }

    private JmsEndpoint.Builder service() {
        return JmsEndpoint.serve(Sums.CONTRACT)
                .on(Sums.SUM, Sums::sum)
                .onMessage(Sums.NOTE, (note, session) -> notes.add(note.text));
    }

    private static JmsEndpointClient client(Mode mode) {
        return JmsEndpointClient.of(Sums.CONTRACT).mode(mode).timeout(PATIENCE).open(access(), QUEUE);
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void callsAreAnsweredWithAndWithoutASession(Mode mode) throws Exception {
        try (JmsEndpoint endpoint = service().start(access(), QUEUE);
                JmsEndpointClient client = client(mode)) {
            assertThat(client.call(Sums.SUM, Numbers.of(1, 2, 3)).value).isEqualTo(6);
            assertThat(client.callAsync(Sums.SUM, Numbers.of(1, 2)).get(60, TimeUnit.SECONDS).value)
                    .isEqualTo(3);
            if (mode == Mode.ALWAYS) {
                assertThat(client.channel()).contains("jms");
                assertThat(endpoint.counts().streamed()).isEqualTo(2);
            } else if (mode == Mode.NEVER) {
                assertThat(client.channel()).isEmpty();
                assertThat(endpoint.counts().bySoap()).isEqualTo(2);
            } else {
                await().atMost(PATIENCE).until(() -> {
                    assertThat(client.call(Sums.SUM, Numbers.of(1, 2)).value).isEqualTo(3);
                    return client.channel().isPresent();
                });
            }
        }
    }

    @ParameterizedTest
    @EnumSource(SoapVersion.class)
    void bytesCarryBothVersionsOfSoap(SoapVersion version) throws Exception {
        try (JmsEndpoint endpoint = service().start(access(), QUEUE);
                JmsEndpointClient client = JmsEndpointClient.of(Sums.CONTRACT)
                        .mode(Mode.NEVER)
                        .version(version)
                        .bytes()
                        .withoutPersistence()
                        .open(access(), QUEUE)) {
            assertThat(client.call(Sums.SUM, Numbers.of(1, 2, 3), PATIENCE).value)
                    .isEqualTo(6);
            assertThat(endpoint.counts().bySoap()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Mode.class,
            names = {"ALWAYS", "NEVER"})
    void declaredFaultsAndFailuresReachTheCaller(Mode mode) throws Exception {
        try (JmsEndpoint endpoint = service().start(access(), QUEUE);
                JmsEndpointClient client = client(mode)) {
            assertThatThrownBy(() -> client.call(Sums.SUM, Numbers.of(1, 2, 3, 4, 5)))
                    .isInstanceOfSatisfying(
                            OperationFault.class,
                            fault -> assertThat(fault.detail(TooMany.class).orElseThrow().most)
                                    .isEqualTo(4));
            assertThatThrownBy(() -> client.call(Sums.SUM, Numbers.of()))
                    .isInstanceOfSatisfying(
                            ParleyException.class,
                            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.INTERNAL));
            assertThat(endpoint.counts().failed()).isEqualTo(1);
        }
    }

    /** Attack on the caller: a code by which the call would be sent again, after the handler acted. */
    @ParameterizedTest
    @EnumSource(
            value = Mode.class,
            names = {"ALWAYS", "NEVER"})
    void noErrorOfAHandlerPermitsAnotherAttempt(Mode mode) throws Exception {
        AtomicInteger handled = new AtomicInteger();
        try (JmsEndpoint endpoint = JmsEndpoint.serve(Sums.CONTRACT)
                        .on(Sums.SUM, numbers -> {
                            handled.incrementAndGet();
                            throw new ParleyException(ErrorCode.CONNECT_FAILED, "expected a warehouse, found none");
                        })
                        .start(access(), QUEUE);
                JmsEndpointClient client = client(mode)) {
            assertThatThrownBy(() -> client.call(Sums.SUM, Numbers.of(1)))
                    .isInstanceOfSatisfying(
                            ParleyException.class,
                            failure -> assertThat(failure.retry()).isEqualTo(ErrorCode.Retry.NEVER))
                    .hasMessageContaining("expected a warehouse");
            assertThat(handled).hasValue(1);
            assertThat(endpoint.counts().failed()).isEqualTo(1);
        }
    }

    /** The queue keeps a message while no service runs, and a session does not. */
    @Test
    void aMessageWithoutResponseWaitsForTheService() throws Exception {
        try (JmsEndpointClient client = client(Mode.ALWAYS)) {
            client.send(Sums.NOTE, Note.of("early"));

            try (JmsEndpoint endpoint = service().start(access(), QUEUE)) {
                assertThat(notes.poll(60, TimeUnit.SECONDS)).isEqualTo("early");
                client.call(Sums.SUM, Numbers.of(1));
                client.send(Sums.NOTE, Note.of("late"));
                assertThat(notes.poll(60, TimeUnit.SECONDS)).isEqualTo("late");
                assertThat(client.channel()).contains("jms");
                awaitBySoap(endpoint, 2);
            }
        }
    }

    private static void awaitBySoap(JmsEndpoint endpoint, long count) {
        await().atMost(PATIENCE).until(() -> endpoint.counts().bySoap() == count);
        await().atMost(PATIENCE).until(() -> broker.waiting(QUEUE) == 0);
    }

    @Test
    void aMessageThatFailedIsDeliveredAgainAndMarked() throws Exception {
        try (JmsEndpoint endpoint = JmsEndpoint.serve(Sums.CONTRACT)
                        .onMessage(Sums.NOTE, (note, session) -> {
                            notes.add(note.text + " " + session.isRedelivered());
                            if (!session.isRedelivered()) {
                                throw new IllegalStateException("not yet");
                            }
                        })
                        .start(access(), QUEUE);
                JmsEndpointClient client = client(Mode.NEVER)) {
            client.send(Sums.NOTE, Note.of("again"));

            assertThat(notes.poll(60, TimeUnit.SECONDS)).isEqualTo("again false");
            assertThat(notes.poll(60, TimeUnit.SECONDS)).isEqualTo("again true");
            awaitBySoap(endpoint, 2);
        }
    }

    @Test
    void aCallWithoutAServiceEndsInTimeAndItsRequestExpires() throws Exception {
        try (JmsEndpointClient client = client(Mode.NEVER)) {
            assertThatThrownBy(() -> client.call(Sums.SUM, Numbers.of(1), Duration.ofMillis(300)))
                    .isInstanceOfSatisfying(ParleyException.class, late -> {
                        assertThat(late.code()).isEqualTo(ErrorCode.TIMEOUT);
                        assertThat(late.retry()).isEqualTo(ErrorCode.Retry.NEVER);
                    });
        }
        try (JmsEndpoint endpoint = service().start(access(), QUEUE);
                Letters letters = new Letters(broker, QUEUE)) {
            assertThat(letters.takeDead()).isNotNull();
            assertThat(endpoint.counts().bySoap()).isZero();
        }
    }

    @Test
    void aCancelledCallFreesItsThread() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        try (JmsEndpoint endpoint = JmsEndpoint.serve(Sums.CONTRACT)
                        .on(Sums.SUM, numbers -> {
                            begun.countDown();
                            awaitUninterrupted(end);
                            return Sums.sum(numbers);
                        })
                        .start(access(), QUEUE);
                JmsEndpointClient client = client(Mode.NEVER)) {
            AtomicReference<Throwable> ended = new AtomicReference<>();
            Thread caller = new Thread(() -> {
                try {
                    client.call(Sums.SUM, Numbers.of(1));
                } catch (ParleyException e) {
                    ended.set(e);
                }
            });
            caller.start();
            assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();

            caller.interrupt();
            caller.join(PATIENCE.toMillis());

            assertThat(ended.get())
                    .isInstanceOfSatisfying(
                            ParleyException.class,
                            cancelled -> assertThat(cancelled.code()).isEqualTo(ErrorCode.CANCELLED));
            end.countDown();
            awaitBySoap(endpoint, 1);
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aServiceThatDoesNotNegotiateIsCalledBySoap() throws Exception {
        try (PlainService plain = new PlainService(broker, QUEUE);
                JmsEndpointClient client = client(Mode.AUTO)) {
            await().atMost(PATIENCE).until(() -> {
                assertThat(client.call(Sums.SUM, Numbers.of(1, 2)).value).isEqualTo(42);
                return client.lastFallback()
                        .filter(FallbackReason.NOT_CAPABLE::equals)
                        .isPresent();
            });
            assertThat(plain.requests()).isPositive();
        }
    }

    @Test
    void drainingCompletesCallsAndLeavesTheRestToOthers() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        try (Letters letters = new Letters(broker, QUEUE);
                JmsEndpointClient client = client(Mode.NEVER)) {
            JmsEndpoint first = JmsEndpoint.serve(Sums.CONTRACT)
                    .on(Sums.SUM, numbers -> {
                        begun.countDown();
                        awaitUninterrupted(end);
                        return Sums.sum(numbers);
                    })
                    .start(access(), QUEUE);
            CompletableFuture<Total> underWay = client.callAsync(Sums.SUM, Numbers.of(1, 2));
            assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();

            CompletableFuture<Boolean> drained = CompletableFuture.supplyAsync(() -> first.drain(PATIENCE));
            await().atMost(PATIENCE).until(() -> letters.consumers() <= 1);
            CompletableFuture<Total> later = client.callAsync(Sums.SUM, Numbers.of(3, 4));
            end.countDown();

            assertThat(underWay.get(60, TimeUnit.SECONDS).value).isEqualTo(3);
            assertThat(drained.get(60, TimeUnit.SECONDS)).isTrue();
            try (JmsEndpoint second = service().start(access(), QUEUE)) {
                assertThat(later.get(60, TimeUnit.SECONDS).value).isEqualTo(7);
                assertThat(second.queue()).isEqualTo(QUEUE);
            }
        }
    }

    @Test
    void whatAQueueCannotGiveIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> service().host("0.0.0.0").start(access(), QUEUE))
                .withMessageContaining("the queue alone");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> service()
                        .durable(ContextStores.open("memory:", StoreSettings.defaults()))
                        .start(access(), QUEUE))
                .withMessageContaining("expected a port for durable sessions");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> service().consumers(0))
                .withMessageContaining("expected 1 or more consumers, found 0");
        assertThatThrownBy(() -> service().start(BrokerAccess.byUrl("vm://4711?create=false"), QUEUE))
                .isInstanceOf(IOException.class);
    }
}
