package io.parley.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import io.parley.testkit.FakeTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the timeouts of a session's calls and the waiting of their callers, on a clock that the test advances. */
class CallTimesTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final FakeTimers time = new FakeTimers();
    private final BlockingQueue<IncomingMessage> requests = new LinkedBlockingQueue<>();
    private final ParleyRuntime server = ParleyRuntime.builder().timers(time).build();
    private final ParleyRuntime client = ParleyRuntime.builder().timers(time).build();
    private final AtomicInteger received = new AtomicInteger();
    private int sent;
    private Conversation conversation;

    @BeforeEach
    void open() throws Exception {
        RuntimeListener listening = server.listen("local", new Address("here", 0), null);
        List<HostPort> addresses =
                List.of(new HostPort("here", listening.address().port()));
        Agreement agreement = Agreement.byApi("xml", "local", addresses, Limits.defaults(), "no parts");
        byte[] token = server.issue(agreement, "someone", null, this::receive);
        conversation = client.open(agreement, token, new byte[0], IncomingMessage::close)
                .toCompletableFuture()
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    @AfterEach
    void close() {
        requests.forEach(IncomingMessage::close);
        client.close();
        server.close();
    }

    @Test
    void oneTimerServesAllCallsOfASession() {
        tell(); // afterwards the server's timers, which start with the acceptance, are set
        int before = time.waiting();
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            calls.add(call(MINUTE.plusMillis(i)));
        }

        assertThat(time.waiting()).isEqualTo(before + 1);
        calls.forEach(Call::cancel);
    }

    @Test
    void eachCallHasItsOwnTimeWhateverTheOrderInWhichTheyBegan() {
        CompletableFuture<IncomingMessage> slow = call(Duration.ofSeconds(3)).response();
        CompletableFuture<IncomingMessage> quick = call(Duration.ofSeconds(1)).response();
        CompletableFuture<IncomingMessage> middle = call(Duration.ofSeconds(2)).response();

        time.advance(Duration.ofMillis(999));
        assertThat(quick).isNotDone();
        time.advance(Duration.ofMillis(1));
        assertThat(quick).isCompletedExceptionally();
        assertThat(middle).isNotDone();
        time.advance(Duration.ofSeconds(1));
        assertThat(middle).isCompletedExceptionally();
        assertThat(slow).isNotDone();
        time.advance(Duration.ofSeconds(1));
        assertThat(slow).isCompletedExceptionally();
    }

    @Test
    void whoWaitsGetsTheAnswerThatCame() throws Exception {
        Call call = call(MINUTE);
        answer(requests.take());

        try (IncomingMessage answer = call.await()) {
            assertThat(answer.kind()).isEqualTo(IncomingMessage.Kind.RESPONSE);
        }
    }

    @Test
    void whoWaitsIsToldThatTheTimeIsOver() throws Exception {
        Call call = call(Duration.ofSeconds(1));
        CompletableFuture<ParleyException> waiting =
                CompletableFuture.supplyAsync(() -> catchThrowableOfType(ParleyException.class, call::await));

        time.advance(Duration.ofSeconds(1));

        assertThat(waiting.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).code()).isEqualTo(ErrorCode.TIMEOUT);
    }

    @Test
    void whoIsInterruptedWaitsNoMoreAndTheCallIsStillUnderWay() throws Exception {
        Call call = call(MINUTE);
        Thread.currentThread().interrupt();
        assertThatThrownBy(call::await).isInstanceOf(InterruptedException.class);

        answer(requests.take());
        call.await().close();
    }

    @Test
    void anAnswerThatComesAsItsCallerGivesUpIsClosedForIt() throws Exception {
        Call call = call(MINUTE);
        answer(requests.take());
        Awaitility.await().atMost(PATIENCE).until(() -> conversation.traffic().messagesIn() == 1);

        call.cancel();

        assertThatThrownBy(call::await)
                .isInstanceOfSatisfying(
                        ParleyException.class, why -> assertThat(why.code()).isEqualTo(ErrorCode.CANCELLED));
    }

    /** Sends a one-way message and waits until the handler has received it. */
    private void tell() {
        OutgoingMessage message = conversation.beginOneWay();
        message.sink().writeString("hello");
        message.send();
        awaitReceived();
    }

    private Call call(Duration timeout) {
        Call call = conversation.beginCall(timeout);
        call.sink().writeString("hello");
        call.send();
        awaitReceived();
        return call;
    }

    private void awaitReceived() {
        sent++;
        Awaitility.await().atMost(PATIENCE).until(() -> received.get() == sent);
    }

    private void receive(IncomingMessage request) {
        requests.add(request);
        received.incrementAndGet();
    }

    private static void answer(IncomingMessage request) {
        OutgoingMessage answer = request.beginResponse(false);
        answer.sink().writeString("hello");
        answer.send();
        request.close();
    }
}
