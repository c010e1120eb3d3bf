package io.parley.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests connections that break at any point: the error of the caller, and the calls that the service has handled. */
class CutConnectionTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int MEBIBYTE = 1024 * 1024;
    private static final int OPENING_BYTES = 8 + 20 + 1 + 40 + 32 + 2;

    private final Map<Integer, AtomicInteger> dispatched = new ConcurrentHashMap<>();
    private ParleyRuntime server;
    private ParleyRuntime client;
    private Relay relay;
    private Agreement agreement;

    @BeforeEach
    void listen() throws IOException {
        server = ParleyRuntime.builder().build();
        client = ParleyRuntime.builder().build();
        relay = new Relay(
                server.listen("stream", new Address("127.0.0.1", 0), null).address());
        List<HostPort> addresses =
                List.of(new HostPort(relay.address().host(), relay.address().port()));
        agreement = Agreement.byApi("xml", "stream", addresses, Limits.defaults(), "no parts");
    }

    @AfterEach
    void bothSidesForgetAll() throws IOException {
        relay.close();
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(client.sessions() + server.sessions()).as("sessions").isZero();
            assertThat(client.reservedBytes()).as("reserved by the client").isZero();
            assertThat(server.reservedBytes()).as("reserved by the server").isZero();
        });
        client.close();
        server.close();
    }

    @ParameterizedTest(name = "after {0} bytes")
    @ValueSource(ints = {1, 20, 50, 1000, 70_000, 900_000})
    void aCallThatIsCutWithinItsRequestIsSafeToMakeAgain(int bytes) throws Exception {
        Conversation conversation = open(this::answerShortly);
        relay.cutBehindRequestBytes(bytes);
        ParleyException why = failure(call(conversation, 1, 4 * MEBIBYTE));
        assertThat(why.code().retry()).isEqualTo(ErrorCode.Retry.SAFE);
        assertThat(dispatched).isEmpty();
    }

    @Test
    void aCallThatIsCutWhileItIsHandledMayHaveBeenDispatched() throws Exception {
        BlockingQueue<IncomingMessage> held = new LinkedBlockingQueue<>();
        Conversation conversation = open(held::add);
        Call call = call(conversation, 1, 10);
        IncomingMessage message = held.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(message).isNotNull();
        relay.cut();
        ParleyException why = failure(call);
        assertThat(why.code()).isEqualTo(ErrorCode.CONNECTION_LOST);
        assertThat(why.code().retry()).isEqualTo(ErrorCode.Retry.NEVER);
        assertThat(why).hasMessageContaining("may have been dispatched");
        await().atMost(PATIENCE).until(() -> !message.isWanted());
        answer(message, MEBIBYTE);
    }

    @ParameterizedTest(name = "after {0} bytes")
    @ValueSource(ints = {1, 1000, 70_000, 3_000_000})
    void aCallThatIsCutWithinItsResponseMayHaveBeenDispatched(int bytes) throws Exception {
        Conversation conversation = open(message -> {
            count(message);
            relay.cutBehindResponseBytes(bytes);
            answer(message, 4 * MEBIBYTE);
        });
        ParleyException why = failure(call(conversation, 1, 10));
        assertThat(why.code()).isEqualTo(ErrorCode.CONNECTION_LOST);
        assertThat(dispatched.get(1)).hasValue(1);
    }

    @Test
    void anOpeningThatIsCutFailsToConnect() throws Exception {
        for (int bytes = 1; bytes < OPENING_BYTES; bytes += 17) {
            relay.cutBehindRequestBytes(bytes);
            ParleyException why =
                    failure(client.open(agreement, token(this::answerShortly), new byte[0], IncomingMessage::close)
                            .toCompletableFuture());
            assertThat(why.code()).as("after %d bytes", bytes).isEqualTo(ErrorCode.CONNECT_FAILED);
        }
    }

    /** Follows the rule for clients: a failed call is retried only if its code says that this is safe. */
    @Test
    void noCallIsEverDispatchedTwiceWhereverConnectionsBreak() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int answered = 0;
        int cuts = 0;
        for (int round = 0; round < 25; round++) {
            Conversation conversation = open(this::answerShortly);
            if (random.nextBoolean()) {
                relay.cutBehindRequestBytes(random.nextInt(3 * MEBIBYTE));
            } else {
                relay.cutBehindResponseBytes(random.nextInt(20 * 1024));
            }
            List<Integer> again = new ArrayList<>();
            Map<Integer, Call> calls = new HashMap<>();
            for (int number = 100 * round; number < 100 * round + 20; number++) {
                try {
                    calls.put(number, call(conversation, number, random.nextInt(400_000)));
                } catch (ParleyException e) {
                    assertThat(e.code().retry()).isEqualTo(ErrorCode.Retry.SAFE);
                    again.add(number);
                }
            }
            for (Map.Entry<Integer, Call> each : calls.entrySet()) {
                ParleyException why = outcome(each.getValue());
                if (why == null) {
                    answered++;
                } else if (why.code().retry() == ErrorCode.Retry.SAFE) {
                    again.add(each.getKey());
                }
                cuts += why == null ? 0 : 1;
            }
            relay.cut();
            Conversation other = open(this::answerShortly);
            for (int number : again) {
                assertThat(outcome(call(other, number, 10)))
                        .as("call %d again, seed %d", number, seed)
                        .isNull();
            }
        }
        assertThat(dispatched.values())
                .as("seed %d", seed)
                .allSatisfy(times -> assertThat(times).hasValue(1));
        assertThat(answered).as("answered, seed %d", seed).isPositive();
        assertThat(cuts).as("cut, seed %d", seed).isPositive();
    }

    private byte[] token(MessageHandler handler) {
        return server.issue(agreement, "someone", null, handler);
    }

    private Conversation open(MessageHandler handler) throws Exception {
        return client.open(agreement, token(handler), new byte[0], IncomingMessage::close)
                .toCompletableFuture()
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /** Sends a request that begins with its number. */
    private static Call call(Conversation conversation, int number, int length) {
        Call call = conversation.beginCall(PATIENCE);
        call.sink().writeInt(number);
        call.sink().writeBytes(new byte[length], 0, length);
        call.send();
        return call;
    }

    private void count(IncomingMessage message) {
        int number = message.source().readInt();
        dispatched.computeIfAbsent(number, unused -> new AtomicInteger()).incrementAndGet();
    }

    private void answerShortly(IncomingMessage message) {
        count(message);
        answer(message, 10);
    }

    private static void answer(IncomingMessage message, int length) {
        OutgoingMessage response = message.beginResponse(false);
        response.sink().writeBytes(new byte[length], 0, length);
        response.send();
        message.close();
    }

    private static @Nullable ParleyException outcome(Call call) {
        try {
            call.response().get(PATIENCE.toSeconds(), TimeUnit.SECONDS).close();
            return null;
        } catch (ExecutionException e) {
            return coded(e);
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError("expected an outcome within " + PATIENCE, e);
        }
    }

    private static ParleyException failure(Call call) {
        return failure(call.response());
    }

    private static ParleyException failure(CompletableFuture<?> future) {
        assertThat(future).failsWithin(PATIENCE);
        try {
            throw new AssertionError("expected a failure, found " + future.join());
        } catch (CompletionException e) {
            return coded(e);
        }
    }

    private static ParleyException coded(Exception e) {
        if (e.getCause() instanceof ParleyException why) {
            return why;
        }
        throw new AssertionError("expected a coded failure, found another", e);
    }
}
