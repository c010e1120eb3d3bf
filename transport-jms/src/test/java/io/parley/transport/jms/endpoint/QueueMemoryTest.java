package io.parley.transport.jms.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Mode;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import jakarta.jms.BytesMessage;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests senders that fill the memory for requests of a queue, which holds one of the long ones at a time. */
class QueueMemoryTest {
    private static final String QUEUE = "filled";
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String PADDING = " ".repeat(150_000);
    private static final Limits LIMITS = Limits.defaults()
            .with(Limit.MESSAGE_BYTES, 250_000)
            .with(Limit.TOTAL_BYTES, 200_000)
            .with(Limit.QUEUE_MILLIS, PATIENCE.toMillis());

    private final BlockingQueue<String> handled = new LinkedBlockingQueue<>();
    private final Semaphore permits = new Semaphore(0);

    private EmbeddedBroker broker;
    private JmsEndpoint endpoint;
    private Letters letters;

    @BeforeEach
    void start() throws Exception {
        broker = EmbeddedBroker.builder().queue(QUEUE).start();
        letters = new Letters(broker, QUEUE);
        endpoint = JmsEndpoint.serve(Sums.CONTRACT)
                .on(Sums.SUM, numbers -> {
                    handled.add("sum");
                    permits.acquireUninterruptibly();
                    return Sums.sum(numbers);
                })
                .onMessage(Sums.NOTE, (note, session) -> handled.add(note.text + " " + session.isRedelivered()))
                .limits(LIMITS)
                .start(BrokerAccess.byUrl(broker.localUrl()), QUEUE);
    }

    @AfterEach
    void stop() throws Exception {
        permits.release(1_000);
        letters.close();
        endpoint.close();
        broker.close();
    }

    private static String note(String text, String padding) {
        return Letters.envelope("<s:note xmlns:s='urn:sums'><text>" + text + "</text></s:note>" + padding);
    }

    private JmsEndpointClient client(Mode mode) {
        return JmsEndpointClient.of(Sums.CONTRACT)
                .mode(mode)
                .timeout(PATIENCE)
                .open(BrokerAccess.byUrl(broker.localUrl()), QUEUE);
    }

    private String awaitHandled() throws InterruptedException {
        return handled.poll(60, TimeUnit.SECONDS);
    }

    /** Starts a request that holds most of the memory until a permit is released. */
    private void hold() throws Exception {
        letters.send(letters.text(Letters.sum(1, 2) + PADDING), letters.inbox);
        assertThat(awaitHandled()).isEqualTo("sum");
        assertThat(endpoint.counts().heldBytes()).isBetween(150_000L, 200_000L);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRequestWithoutRoomIsRefusedBeforeItIsRead(boolean binary) throws Exception {
        hold();
        Message more;
        if (binary) {
            BytesMessage bytes = letters.marked(letters.session.createBytesMessage());
            bytes.writeBytes((Letters.sum(3) + PADDING).getBytes(StandardCharsets.UTF_8));
            more = bytes;
        } else {
            more = letters.text(Letters.sum(3) + PADDING);
        }
        try (Letters attacker = new Letters(broker, QUEUE)) {
            Message refusal = attacker.ask(more);
            assertThat(refusal.getBooleanProperty("SOAPJMS_isFault")).isTrue();
            String text = binary
                    ? new String(refusal.getBody(byte[].class), StandardCharsets.UTF_8)
                    : refusal.getBody(String.class);
            assertThat(text)
                    .contains("BUDGET")
                    .contains("of 200000 bytes taken")
                    .contains("parley.limits.total-bytes");
        }
        assertThat(handled).isEmpty();

        permits.release();
        assertThat(((TextMessage) letters.take(letters.inbox)).getText()).contains("3.0");
        await().atMost(PATIENCE).until(() -> endpoint.counts().heldBytes() == 0);
    }

    @Test
    void aRefusedCallMayBeRepeated() throws Exception {
        hold();
        try (JmsEndpointClient client = client(Mode.NEVER)) {
            Sums.Numbers many = Sums.Numbers.of(new double[10_000]);
            assertThatThrownBy(() -> client.call(Sums.SUM, many))
                    .isInstanceOfSatisfying(ParleyException.class, refused -> {
                        assertThat(refused.code()).isEqualTo(ErrorCode.BUDGET);
                        assertThat(refused.retry()).isEqualTo(ErrorCode.Retry.SAFE);
                    });
            assertThat(handled).isEmpty();

            permits.release(2);
            assertThat(client.call(Sums.SUM, Sums.Numbers.of(1, 2)).value).isEqualTo(3);
        }
    }

    /** Nobody would send it again, so it is not refused; nor is it a failed delivery. */
    @Test
    void aMessageWithoutResponseWaitsForRoom() throws Exception {
        hold();
        letters.send(letters.text(note("patient", PADDING)), null);
        letters.send(letters.text(note("short", "")), null);
        assertThat(awaitHandled()).isEqualTo("short false");
        assertThat(handled).isEmpty();

        permits.release();
        assertThat(awaitHandled()).isEqualTo("patient false");
        await().atMost(PATIENCE).until(() -> broker.waiting(QUEUE) == 0);
    }

    /** Attack: clients would take a fault for the answer of a service without Parley, and stay on SOAP for an hour. */
    @Test
    void anOfferIsAnsweredThoughOthersHoldAllMemory() throws Exception {
        letters.send(letters.text(Letters.sum(1, 2) + " ".repeat(199_500)), letters.inbox);
        assertThat(awaitHandled()).isEqualTo("sum");
        try (JmsEndpointClient client = client(Mode.ALWAYS)) {
            assertThat(client.tryOut().agreement()).map(Agreement::channel).contains("jms");
        }
    }

    @Test
    void aMessageThatCanNeverFitIsKeptByTheDeadLetters() throws Exception {
        letters.send(letters.text(note("giant", PADDING + " ".repeat(60_000))), null);

        assertThat(letters.takeDead()).isNotNull();
        assertThat(handled).isEmpty();
    }

    @Test
    void manyLongRequestsHoldNoMoreThanTheBudget() throws Exception {
        hold();
        int attempts = 40;
        try (Letters attacker = new Letters(broker, QUEUE)) {
            for (int i = 0; i < attempts; i++) {
                attacker.send(attacker.text(Letters.sum(i) + PADDING), attacker.inbox);
                assertThat(endpoint.counts().heldBytes()).isLessThanOrEqualTo(200_000);
            }
            for (int i = 0; i < attempts; i++) {
                assertThat(((TextMessage) attacker.take(attacker.inbox)).getText())
                        .contains("BUDGET");
            }
        }
        assertThat(handled).isEmpty();
        assertThat(broker.waiting(EmbeddedBroker.DEAD_LETTERS)).isZero();
    }

    @Test
    void drainingHandlesMessagesThatWaitForRoom() throws Exception {
        hold();
        letters.send(letters.text(note("patient", PADDING)), null);
        await().atMost(PATIENCE).until(() -> broker.waiting(QUEUE) == 2);

        CompletableFuture<Boolean> drained = CompletableFuture.supplyAsync(() -> endpoint.drain(PATIENCE));
        permits.release();

        assertThat(drained.get(60, TimeUnit.SECONDS)).isTrue();
        assertThat(handled).allMatch("patient false"::equals);
        assertThat(handled.size() + broker.waiting(QUEUE)).isEqualTo(1);
    }
}
