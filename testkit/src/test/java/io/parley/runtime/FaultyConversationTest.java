package io.parley.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.LocalChannelProvider;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import io.parley.testkit.FakeTimers;
import io.parley.testkit.channel.Fault;
import io.parley.testkit.channel.FaultPlan;
import io.parley.testkit.channel.FaultyChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests a channel that drops, repeats, reorders, corrupts or delays frames: every call ends, and none with a wrong
 * result.
 */
class FaultyConversationTest {
    private static final int CALLS = 30;
    private static final Map<Fault, Double> CHANCES = Map.of(
            Fault.DROP, 0.01,
            Fault.DUPLICATE, 0.01,
            Fault.REORDER, 0.01,
            Fault.CORRUPT, 0.01,
            Fault.CUT, 0.005);

    private final FakeTimers time = new FakeTimers();
    private final Set<String> dispatched = ConcurrentHashMap.newKeySet();

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void everyCallEndsRightlyOrWithATruthfulCode(long seed) throws Exception {
        AtomicLong ends = new AtomicLong(seed * 1000);
        run(() -> FaultPlan.seeded(ends.getAndIncrement(), CHANCES));
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void oneFaultInMidStreamNeverChangesAnAnswer(Fault fault) throws Exception {
        run(() -> FaultPlan.at(10, fault));
    }

    private void run(Supplier<FaultPlan> plans) throws Exception {
        FaultyChannel channel = new FaultyChannel(new LocalChannelProvider(), plans, time);
        try (ParleyRuntime server = runtime(channel);
                ParleyRuntime client = runtime(channel);
                RuntimeListener listening = server.listen("local", new Address("here", 0), null)) {
            Agreement agreement = Agreement.byApi(
                    "xml",
                    "local",
                    List.of(new HostPort("here", listening.address().port())),
                    Limits.defaults(),
                    "no parts");
            byte[] token = server.issue(agreement, "someone", null, this::echo);
            CompletableFuture<Conversation> opening = client.open(agreement, token, new byte[0], IncomingMessage::close)
                    .toCompletableFuture();
            await(opening);
            if (!opening.isCompletedExceptionally()) {
                callAndCheck(opening.join());
            }
        }
    }

    private void callAndCheck(Conversation conversation) throws Exception {
        List<CompletableFuture<IncomingMessage>> responses = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            try {
                Call call = conversation.beginCall(Duration.ofSeconds(20));
                call.sink().writeString("call " + i);
                call.send();
                responses.add(call.response());
            } catch (ParleyException e) {
                assertThat(e.code().retry()).isEqualTo(ErrorCode.Retry.SAFE);
            }
        }
        for (int i = 0; i < responses.size(); i++) {
            await(responses.get(i));
            check(responses.get(i), "call " + i);
        }
    }

    private void check(CompletableFuture<IncomingMessage> response, String question) throws Exception {
        try (IncomingMessage answer = response.get(1, TimeUnit.SECONDS)) {
            assertThat(answer.source().readString("answer")).isEqualTo(question);
        } catch (ExecutionException e) {
            ParleyException why = (ParleyException) e.getCause();
            if (why.retry() == ErrorCode.Retry.SAFE) {
                assertThat(dispatched).as("said not to be dispatched: %s", why).doesNotContain(question);
            }
        }
    }

    /** Advances the clock until the future completes: timeouts and keep-alive end calls whose frames were lost. */
    private void await(CompletableFuture<?> future) {
        if (!future.isDone()) {
            // Polls at short intervals instead of ten times a second: only threads of this process have to proceed.
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(2))
                    .until(() -> {
                        time.advance(Duration.ofMillis(200));
                        return future.isDone();
                    });
        }
    }

    private ParleyRuntime runtime(FaultyChannel channel) {
        return ParleyRuntime.builder().timers(time).channels(List.of(channel)).build();
    }

    private void echo(IncomingMessage message) {
        try (message) {
            String question = message.source().readString("question");
            dispatched.add(question);
            OutgoingMessage response = message.beginResponse(false);
            response.sink().writeString(question);
            response.send();
        }
    }
}
