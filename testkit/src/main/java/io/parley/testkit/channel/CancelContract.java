package io.parley.testkit.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Calls whose callers give up before, while and after they are answered: nothing of them is kept, and the session goes on. */
interface CancelContract {
    int CANCELLED_CALLS = 100;
    int ANSWER_BYTES = 3_000_000;

    /** The runtimes of one test. */
    Talks talks();

    @Test
    default void cancellingTheValueOfACallTellsTheServer() throws Exception {
        BlockingQueue<IncomingMessage> held = new LinkedBlockingQueue<>();
        Conversation conversation = talks().talk(Limits.defaults(), held::add);
        CompletableFuture<Integer> value = Talks.call(conversation, "hello").read(CancelContract::length);
        try (IncomingMessage message = Talks.take(held)) {
            value.cancel(false);
            await().atMost(Talks.PATIENCE).until(() -> !message.isWanted());
            Talks.answerOnly(message, "too late");
        }
        assertThat(conversation.isOpen()).isTrue();
    }

    @Test
    default void valuesThatAreCancelledAtAnyMomentKeepNothing() throws Exception {
        Random random = new Random(1);
        AtomicInteger under = new AtomicInteger();
        Conversation conversation = talks().talk(Limits.defaults(), message -> {
            under.incrementAndGet();
            Talks.echoBytes(message);
        });
        List<CompletableFuture<Integer>> values = new ArrayList<>();
        for (int i = 0; i < CANCELLED_CALLS; i++) {
            Call call = Talks.callBytes(conversation, ANSWER_BYTES);
            CompletableFuture<Integer> value = call.read(CancelContract::length);
            switch (i % 4) {
                case 0 -> value.cancel(true);
                case 1 -> value.orTimeout(random.nextInt(40_000), TimeUnit.MICROSECONDS);
                case 2 -> {
                    var unused = call.response().whenComplete((message, why) -> value.cancel(false));
                }
                default -> {
                    int answered = under.get();
                    await().atMost(Talks.PATIENCE).until(() -> under.get() > answered || value.isDone());
                    value.cancel(false);
                }
            }
            values.add(value);
        }
        for (CompletableFuture<Integer> value : values) {
            givenUpOrWhole(value);
        }
        assertThat(length(Talks.callBytes(conversation, ANSWER_BYTES).response().get(60, TimeUnit.SECONDS)))
                .isEqualTo(ANSWER_BYTES);
        assertThat(conversation.isOpen()).isTrue();
    }

    @Test
    default void aValueCancelledBetweenAnswerAndReaderKeepsNothing() throws Exception {
        Conversation conversation = talks().talk(Limits.defaults(), Talks::echoBytes);
        for (int i = 0; i < 20; i++) {
            CountDownLatch reading = new CountDownLatch(1);
            CompletableFuture<Void> cancelled = new CompletableFuture<>();
            CompletableFuture<Integer> value = Talks.callBytes(conversation, ANSWER_BYTES)
                    .read(message -> {
                        reading.countDown();
                        cancelled.join();
                        return length(message);
                    });
            assertThat(reading.await(60, TimeUnit.SECONDS)).isTrue();
            value.cancel(true);
            cancelled.complete(null);
        }
        assertThat(Talks.callBytes(conversation, ANSWER_BYTES)
                        .read(CancelContract::length)
                        .get(60, TimeUnit.SECONDS))
                .isEqualTo(ANSWER_BYTES);
    }

    @Test
    default void aValueFailsAsItsCallDoes() throws Exception {
        Conversation conversation = talks().talk(Limits.defaults(), message -> {
            message.refuse(ErrorCode.UNKNOWN_OPERATION, "no such operation");
            message.close();
        });
        assertThat(Talks.failure(Talks.call(conversation, "hello").read(CancelContract::length))
                        .code())
                .isEqualTo(ErrorCode.UNKNOWN_OPERATION);
    }

    private static void givenUpOrWhole(CompletableFuture<Integer> value) throws Exception {
        try {
            assertThat(value.get(60, TimeUnit.SECONDS)).isEqualTo(ANSWER_BYTES);
        } catch (CancellationException e) {
            assertThat(value).isCancelled();
        } catch (ExecutionException e) {
            assertThat(e).hasCauseInstanceOf(TimeoutException.class);
        }
    }

    /** Of the content, which is read. */
    private static int length(IncomingMessage message) {
        try (message) {
            int length = Math.toIntExact(message.source().remaining());
            message.source().readBytes(new byte[length], 0, length);
            return length;
        }
    }
}
