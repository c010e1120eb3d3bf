package io.parley.testkit.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.MessageOrder;
import io.parley.runtime.OutgoingMessage;
import io.parley.testkit.history.History;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of the order in which one-way messages of one session are handled; docs/protocol/framing.md, section 5. */
interface OrderContract {
    int MESSAGES = 2_000;
    /** One of every 25 messages has several fragments, between which later messages may arrive. */
    int LONG_ONES = 25;

    int LONG_BYTES = 400_000;

    /** Returns the runtimes of one test. */
    Talks talks();

    @ParameterizedTest(name = "read while they come: {0}")
    @ValueSource(booleans = {false, true})
    default void oneWayMessagesAreHandledOneAfterTheOtherInTheirOrder(boolean readAsTheyCome) throws Exception {
        int messages = talks().amount(MESSAGES);
        RecordingHandler noting = new RecordingHandler(readAsTheyCome);
        Conversation conversation = talks().talk(Limits.defaults(), noting);
        sendAll(conversation, messages);
        noting.awaitAll(messages);
    }

    @Test
    default void oneWayMessagesOfTheAcceptingSideAreHandledInTheirOrder() throws Exception {
        BlockingQueue<Conversation> accepted = new LinkedBlockingQueue<>();
        RecordingHandler noting = new RecordingHandler(true);
        Conversation conversation = talks().talk(
                        Limits.defaults(),
                        message -> {
                            accepted.add(message.conversation());
                            Talks.answer(message, false, "here");
                        },
                        noting);
        assertThat(Talks.ask(conversation, "who is there?")).isEqualTo("here");
        sendAll(accepted.take(), MESSAGES / 4);
        noting.awaitAll(MESSAGES / 4);
    }

    @Test
    default void oneWayMessagesAreHandledInTheirOrderThoughTheirConnectionIsCut() throws Exception {
        int messages = 300;
        RecordingHandler noting = new RecordingHandler(true);
        try (Talks cut = talks().resumable(ResumeContract.faults(7, Map.of(Fault.CUT, 0.03)))) {
            Conversation conversation = cut.talk(Limits.defaults(), noting);
            Thread sender = new Thread(() -> sendAll(conversation, messages), "parley-order-sender");
            sender.start();
            ResumeContract.pass(cut, () -> noting.numbers.size() >= messages);
            sender.join();
        }
        noting.awaitAll(messages);
    }

    @Test
    default void aOneWayMessageThatIsGivenUpHoldsUpNoOther() throws Exception {
        RecordingHandler noting = new RecordingHandler(false);
        Conversation conversation = talks().talk(Talks.OUT_EARLY, noting);
        OutgoingMessage givenUp = conversation.beginOneWay();
        givenUp.sink().writeBytes(new byte[Talks.LARGE / 2], 0, Talks.LARGE / 2);
        send(conversation, 0, LONG_BYTES);
        givenUp.discard();
        send(conversation, 1, 0);
        noting.awaitAll(2);
    }

    @Test
    default void aHandlerThatFailsOrWaitsHoldsUpNoCalls() throws Exception {
        CountDownLatch mayGoOn = new CountDownLatch(1);
        Queue<Integer> handled = new ConcurrentLinkedQueue<>();
        Conversation conversation = talks().talk(Limits.defaults(), message -> {
            if (message.kind() == IncomingMessage.Kind.REQUEST) {
                Talks.echo(message);
                return;
            }
            int number = message.source().readInt();
            if (number == 0) {
                await(mayGoOn);
            }
            handled.add(number);
            if (number % 400 == 0) {
                throw new IllegalStateException("a handler that fails");
            }
            message.close();
        });
        for (int number = 0; number < MESSAGES; number++) {
            send(conversation, number, 0);
        }
        assertThat(Talks.ask(conversation, "calls go on")).isEqualTo("calls go on");
        assertThat(handled).isEmpty();
        mayGoOn.countDown();
        conversation.drain();
        conversation.closed().toCompletableFuture().get(60, TimeUnit.SECONDS);
        RecordingHandler.awaitSize(handled, MESSAGES);
        assertThat(handled).containsExactlyElementsOf(numbers(MESSAGES));
    }

    @Test
    default void withoutOrderOneWayMessagesAreHandledInParallel() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        BlockingQueue<Boolean> met = new LinkedBlockingQueue<>();
        Conversation conversation = talks().talk(Limits.defaults(), new MessageHandler() {
            @Override
            public void onMessage(IncomingMessage message) {
                both.countDown();
                await(both);
                met.add(both.getCount() == 0);
                message.close();
            }

            @Override
            public MessageOrder order() {
                return MessageOrder.NONE;
            }
        });
        send(conversation, 0, 0);
        send(conversation, 1, 0);
        assertThat(met.poll(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    default void messagesOfDifferentKeysAreHandledAtOnce() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        BlockingQueue<Boolean> met = new LinkedBlockingQueue<>();
        Conversation conversation = talks().talk(Limits.defaults(), message -> {
            int number = message.source().readInt();
            message.inOrderOf(number, () -> {
                both.countDown();
                await(both);
                met.add(both.getCount() == 0);
                message.close();
            });
        });
        send(conversation, 0, 0);
        send(conversation, 1, 0);
        assertThat(met.poll(60, TimeUnit.SECONDS)).isTrue();
    }

    /** The history checker treats each key as a session of its own. */
    @Test
    default void messagesOfOneKeyAreHandledInTheirOrderThoughTheirConnectionIsCut() throws Exception {
        int messages = 300;
        History history = new History();
        Keyed keyed = new Keyed(history);
        try (Talks cut = talks().resumable(ResumeContract.faults(11, Map.of(Fault.CUT, 0.03)))) {
            Conversation conversation = cut.talk(Limits.defaults(), keyed);
            Thread sender = new Thread(
                    () -> {
                        for (int number = 0; number < messages; number++) {
                            keyed.note(History.Sent.MESSAGE, number);
                            send(conversation, number, number % LONG_ONES == 0 ? LONG_BYTES : number % 100);
                        }
                    },
                    "parley-order-sender");
            sender.start();
            ResumeContract.pass(cut, () -> keyed.handled.get() >= messages);
            sender.join();
            for (int number = 0; number < messages; number++) {
                keyed.note(History.Sent.ACCEPTED, number);
            }
        }
        assertThat(keyed.handled).hasValue(messages);
        assertThat(history.check().examples()).isEmpty();
        assertThat(keyed.together).as("messages of a key at once").isFalse();
    }

    /** A handler that lets messages of different keys be handled concurrently. */
    final class Keyed implements MessageHandler {
        private static final int KEYS = 7;

        private final History history;
        private final AtomicInteger handled = new AtomicInteger();
        private final AtomicIntegerArray atWork = new AtomicIntegerArray(KEYS);
        private final AtomicBoolean together = new AtomicBoolean();

        Keyed(History history) {
            this.history = history;
        }

        @Override
        public void onMessage(IncomingMessage message) {
            int number = message.source().readInt();
            message.inOrderOf(number % KEYS, () -> {
                if (atWork.incrementAndGet(number % KEYS) > 1) {
                    together.set(true);
                }
                synchronized (history) {
                    history.handled("server", false, number % KEYS, number, message.isRedelivered());
                }
                message.awaitWhole();
                atWork.decrementAndGet(number % KEYS);
                handled.incrementAndGet();
                message.close();
            });
        }

        void note(History.Sent what, int number) {
            synchronized (history) {
                history.sent(number % KEYS, what, number);
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static List<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    private static void sendAll(Conversation conversation, int count) {
        for (int number = 0; number < count; number++) {
            send(conversation, number, number % LONG_ONES == 0 ? LONG_BYTES : number % 100);
        }
    }

    private static void send(Conversation conversation, int number, int bytes) {
        OutgoingMessage message = conversation.beginOneWay();
        message.sink().writeInt(number);
        message.sink().writeBytes(new byte[bytes], 0, bytes);
        message.send();
    }

    /** A handler that records the order of messages and how many are handled concurrently. */
    final class RecordingHandler implements MessageHandler {
        private final boolean readsAsItComes;
        private final Queue<Integer> numbers = new ConcurrentLinkedQueue<>();
        private final AtomicInteger atWork = new AtomicInteger();
        private final AtomicInteger mostAtWork = new AtomicInteger();

        RecordingHandler(boolean readsAsItComes) {
            this.readsAsItComes = readsAsItComes;
        }

        @Override
        public void onMessage(IncomingMessage message) {
            mostAtWork.accumulateAndGet(atWork.incrementAndGet(), Math::max);
            int number = message.source().readInt();
            message.awaitWhole();
            numbers.add(number);
            atWork.decrementAndGet();
            message.close();
        }

        @Override
        public boolean readsAsItComes() {
            return readsAsItComes;
        }

        void awaitAll(int count) {
            awaitSize(numbers, count);
            assertThat(numbers).containsExactlyElementsOf(numbers(count));
            assertThat(mostAtWork).hasValue(1);
        }

        static void awaitSize(Queue<?> queue, int count) {
            org.awaitility.Awaitility.await()
                    .atMost(Talks.PATIENCE)
                    .untilAsserted(() -> assertThat(queue).hasSize(count));
        }
    }
}
