package io.parley.testkit.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.negotiation.Agreement;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.ParleyRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Contract of calls that their callers cancel before, while and after they are answered: no resources leak, and the
 * session continues.
 */
interface CancelContract {
    int CANCELLED_CALLS = 100;
    int ANSWER_BYTES = 3_000_000;

    /** Returns the runtimes of one test. */
    Talks talks();

    @Test
    default void cancellingTheValueOfACallCancelsItAtTheServer() throws Exception {
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
    default void valuesCancelledAtAnyTimeLeakNothing() throws Exception {
        Random random = new Random(1);
        AtomicInteger under = new AtomicInteger();
        Conversation conversation = talks().talk(Limits.defaults(), message -> {
            under.incrementAndGet();
            Talks.echoBytes(message);
        });
        List<CompletableFuture<Integer>> values = new ArrayList<>();
        for (int i = 0; i < talks().amount(CANCELLED_CALLS); i++) {
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
    default void aRunningHandlerIsNotifiedThatItsCallerCancelled() throws Exception {
        BlockingQueue<IncomingMessage> held = new LinkedBlockingQueue<>();
        Conversation conversation = talks().talk(Limits.defaults(), held::add);
        CompletableFuture<Integer> value = Talks.call(conversation, "hello").read(CancelContract::length);
        CompletableFuture<Boolean> notified = new CompletableFuture<>();
        CompletableFuture<Boolean> notifiedLate = new CompletableFuture<>();
        try (IncomingMessage message = Talks.take(held)) {
            message.onUnwanted(() -> notified.complete(true));
            assertThat(notified).isNotDone();
            value.cancel(false);
            assertThat(notified).succeedsWithin(Talks.PATIENCE);
            message.onUnwanted(() -> notifiedLate.complete(true));
            assertThat(notifiedLate).isCompleted();
        }
    }

    @Test
    default void aCallCancelledBeforeItsHandlerBeganIsNeverHandled() throws Exception {
        BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
        List<String> handled = new CopyOnWriteArrayList<>();
        Conversation conversation = talks().talk(Limits.defaults(), new MessageHandler() {
            @Override
            public void onMessage(IncomingMessage message) {
                String text = message.source().readString("text");
                handled.add(text);
                Talks.answer(message, false, text);
            }

            @Override
            public Executor workers(Executor usual) {
                return queue::add;
            }
        });
        CompletableFuture<Integer> value = Talks.call(conversation, "cancelled").read(CancelContract::length);
        Runnable first = Objects.requireNonNull(queue.poll(60, TimeUnit.SECONDS));
        value.cancel(false);
        Call other = Talks.call(conversation, "wanted");
        // It arrived after the cancellation.
        Runnable second = Objects.requireNonNull(queue.poll(60, TimeUnit.SECONDS));
        first.run();
        second.run();
        assertThat(Talks.read(other)).isEqualTo("wanted");
        assertThat(handled).containsExactly("wanted");
    }

    @Test
    default void cancelledWorkIsBoundedSeparately() throws Exception {
        BlockingQueue<IncomingMessage> held = new LinkedBlockingQueue<>();
        List<IncomingMessage> working = new ArrayList<>();
        Conversation conversation = talks().talk(Limits.defaults().with(Limit.STREAMS, 2), held::add);
        giveUpTwo(conversation, held, working);
        // No honest caller is refused because others cancelled.
        giveUpTwo(conversation, held, working);

        assertThat(Talks.failure(Talks.call(conversation, "one too many")))
                .hasMessageContaining("is still processing 4 messages, 4 of them cancelled by their senders")
                .hasMessageContaining(Limit.STREAMS.setting())
                .satisfies(e -> assertThat(e.retry()).isEqualTo(ErrorCode.Retry.SAFE));

        working.forEach(IncomingMessage::close);
        Call after = Talks.call(conversation, "after");
        Talks.answer(Talks.take(held), false, "done");
        assertThat(Talks.read(after)).isEqualTo("done");
    }

    /** Starts two calls and cancels them while their handlers run. */
    private static void giveUpTwo(
            Conversation conversation, BlockingQueue<IncomingMessage> held, List<IncomingMessage> working)
            throws Exception {
        List<Call> calls = List.of(Talks.call(conversation, "one"), Talks.call(conversation, "two"));
        working.add(Talks.take(held));
        working.add(Talks.take(held));
        calls.forEach(Call::cancel);
        await().atMost(Talks.PATIENCE).until(() -> working.stream().noneMatch(IncomingMessage::isWanted));
    }

    @Test
    default void aSessionWhoseOpeningWasCancelledIsClosed() throws Exception {
        ParleyRuntime server = talks().runtime(Limits.defaults());
        Agreement agreement = talks().agreement(server, Limits.defaults());
        CompletableFuture<Boolean> over = new CompletableFuture<>();
        byte[] token = server.issue(agreement, "someone", null, new MessageHandler() {
            @Override
            public void onMessage(IncomingMessage message) {
                message.close();
            }

            @Override
            public void onClosed(Conversation conversation, @Nullable ParleyException why) {
                over.complete(true);
            }
        });
        ParleyRuntime client = talks().runtime(Limits.defaults());
        CompletableFuture<Conversation> opening = client.open(agreement, token, new byte[0], IncomingMessage::close)
                .toCompletableFuture();
        if (!opening.cancel(false)) {
            opening.join().close(ErrorCode.CLOSED, "it was open at once");
        }
        assertThat(over).succeedsWithin(Talks.PATIENCE);
        await().atMost(Talks.PATIENCE).until(() -> client.sessions() + server.sessions() == 0);
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

    /** Reads the content and returns its length. */
    private static int length(IncomingMessage message) {
        try (message) {
            int length = Math.toIntExact(message.source().remaining());
            message.source().readBytes(new byte[length], 0, length);
            return length;
        }
    }
}
