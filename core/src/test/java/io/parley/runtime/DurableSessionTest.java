package io.parley.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.ParleyException;
import io.parley.channel.LocalChannelProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a durable session owes to its client when the server's process ends; docs/protocol.md, section 12.5. */
class DurableSessionTest {
    @Test
    void aCallThatWasNotAnsweredIsDispatchedAgainAndSaysSo() throws Exception {
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        CountDownLatch asked = new CountDownLatch(1);
        Queue<IncomingMessage> unanswered = new ConcurrentLinkedQueue<>();
        try (CrashingServer server = new CrashingServer(process -> message -> {
                    String question = message.source().readString("question");
                    seen.add(question + " " + message.isRedelivered());
                    asked.countDown();
                    if (message.isRedelivered()) {
                        answer(message, question);
                    } else {
                        unanswered.add(message);
                    }
                });
                ParleyRuntime client = client()) {
            Conversation conversation = server.open(client);
            Call call = call(conversation, "once");
            assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
            server.crash();
            assertThat(read(call)).isEqualTo("once");
            assertThat(seen).containsExactly("once false", "once true");
            unanswered.forEach(IncomingMessage::close);
        }
    }

    @Test
    void anAnswerThatWasStoredIsRepeatedAndItsCallNotRunAgain() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        try (CrashingServer server = new CrashingServer(process -> message -> {
                    runs.incrementAndGet();
                    answer(message, message.source().readString("question"));
                });
                ParleyRuntime client = client()) {
            Conversation conversation = server.open(client);
            server.dieOnceAnswered();
            Call call = call(conversation, "answered");
            server.awaitStoredAnswer();
            server.crash();
            assertThat(read(call)).isEqualTo("answered");
            assertThat(runs).hasValue(1);
        }
    }

    @Test
    void aProcessWhoseSessionWasTakenOverSendsNothingMore() throws Exception {
        Queue<String> answers = new ConcurrentLinkedQueue<>();
        AtomicInteger processes = new AtomicInteger();
        try (CrashingServer server = new CrashingServer(process -> {
                    int number = processes.incrementAndGet();
                    return message -> answer(message, message.source().readString("question") + " by " + number);
                });
                ParleyRuntime client = client()) {
            Conversation conversation = server.open(client);
            answers.add(read(call(conversation, "first")));
            CrashingServer.Life old = server.takeOver();
            // The client still talks to the old one, which learns from the store that it may not answer.
            answers.add(read(call(conversation, "second")));
            answers.add(read(call(conversation, "third")));
            assertThat(answers).containsExactly("first by 2", "second by 3", "third by 3");
            await().untilAsserted(() -> assertThat(old.sessions()).isZero());
            old.close();
        }
    }

    @Test
    void whileTheStoreTakesNothingSessionsWaitAndThenGoOn() throws Exception {
        try (CrashingServer server = new CrashingServer(
                        process -> message -> answer(message, message.source().readString("question")));
                ParleyRuntime client = client()) {
            Conversation conversation = server.open(client);
            assertThat(read(call(conversation, "before"))).isEqualTo("before");
            server.refuseToStore(true);
            Call call = call(conversation, "meanwhile");
            server.awaitRefusal();
            assertThat(call.response()).isNotDone();
            server.refuseToStore(false);
            assertThat(read(call)).isEqualTo("meanwhile");
        }
    }

    @Test
    void whatTheStoreNeverTakesEndsTheSessionWithTheLimitsName() throws Exception {
        // Less than a fragment: what is stored at a time may be one fragment, or several.
        try (CrashingServer server = new CrashingServer(process -> IncomingMessage::close, 100_000);
                ParleyRuntime client = client()) {
            Conversation conversation = server.open(client);
            Call call = conversation.beginCall(CrashingServer.PATIENCE);
            call.sink().writeBytes(new byte[3_000_000], 0, 3_000_000);
            call.send();
            assertThatThrownBy(() -> read(call))
                    .hasCauseInstanceOf(ParleyException.class)
                    .cause()
                    .hasMessageContaining("parley.limits.context-value-bytes");
        }
    }

    @Test
    void aSessionThatEndsInOrderLeavesNothingBehind() throws Exception {
        try (CrashingServer server = new CrashingServer(
                        process -> message -> answer(message, message.source().readString("question")));
                ParleyRuntime client = client()) {
            Conversation conversation = server.open(client);
            for (int number = 0; number < 20; number++) {
                assertThat(read(call(conversation, "call " + number))).isEqualTo("call " + number);
            }
            conversation.drain();
            conversation.closed().toCompletableFuture().get(30, TimeUnit.SECONDS);
            await().untilAsserted(() -> assertThat(server.entries()).isZero());
        }
    }

    @Test
    void oneWayMessagesThatWereAcknowledgedAreHandledThoughTheirClientIsGone() throws Exception {
        Queue<String> handled = new ConcurrentLinkedQueue<>();
        CountDownLatch stuck = new CountDownLatch(1);
        CountDownLatch came = new CountDownLatch(2);
        try (CrashingServer server = new CrashingServer(process -> message -> {
            String text = message.source().readString("text");
            came.countDown();
            if (!message.isRedelivered()) {
                awaitQuietly(stuck);
            }
            if (!process.isDead()) {
                handled.add(text);
            }
            message.close();
        })) {
            try (ParleyRuntime client = client()) {
                Conversation conversation = server.open(client);
                send(conversation, "first");
                send(conversation, "second");
                assertThat(came.await(30, TimeUnit.SECONDS)).isTrue();
            }
            server.crash();
            await().untilAsserted(() -> assertThat(handled).containsExactlyInAnyOrder("first", "second"));
            stuck.countDown();
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void nothingIsLostOrRepeatedUnsaidHoweverOftenTheServerCrashes(long given) throws Exception {
        long first = Long.getLong("parley.durable.seed", given);
        for (long seed = first; seed < first + Integer.getInteger("parley.durable.seeds", 1); seed++) {
            crashes(seed);
        }
    }

    private void crashes(long seed) throws Exception {
        Random random = new Random(seed);
        Map<String, AtomicInteger> unsaid = new ConcurrentHashMap<>();
        Map<String, AtomicInteger> all = new ConcurrentHashMap<>();
        try (CrashingServer server = new CrashingServer(process -> message -> {
                    String text = message.source().readString("text");
                    int length = (int) message.source().remaining();
                    message.source().readBytes(new byte[length], 0, length);
                    if (process.isDead()) {
                        message.close();
                        return;
                    }
                    all.computeIfAbsent(text, key -> new AtomicInteger()).incrementAndGet();
                    if (!message.isRedelivered()) {
                        unsaid.computeIfAbsent(text, key -> new AtomicInteger()).incrementAndGet();
                    }
                    if (message.kind() == IncomingMessage.Kind.REQUEST) {
                        OutgoingMessage response = message.beginResponse(false);
                        response.sink().writeString(text);
                        response.sink().writeBytes(new byte[length], 0, length);
                        response.send();
                    }
                    message.close();
                });
                ParleyRuntime client = client()) {
            Conversation conversation = server.open(client);
            List<Call> calls = new ArrayList<>();
            int messages = 60;
            for (int number = 0; number < messages; number++) {
                int length = random.nextInt(10) == 0 ? random.nextInt(1_500_000) : random.nextInt(2_000);
                OutgoingMessage message =
                        number % 3 == 0 ? conversation.beginOneWay() : conversation.beginCall(CrashingServer.PATIENCE);
                message.sink().writeString("message " + number);
                message.sink().writeBytes(new byte[length], 0, length);
                message.send();
                if (message instanceof Call call) {
                    calls.add(call);
                }
                if (random.nextInt(15) == 0) {
                    server.crash();
                } else if (random.nextInt(15) == 0) {
                    server.cut();
                }
            }
            for (Call call : calls) {
                assertThat(read(call)).as("seed %s", seed).startsWith("message ");
            }
            conversation.drain();
            conversation.closed().toCompletableFuture().get(30, TimeUnit.SECONDS);
            await().untilAsserted(() ->
                    assertThat(server.entries()).as("seed %s", seed).isZero());
            assertThat(all).as("seed %s", seed).hasSize(messages);
            assertThat(unsaid.values()).as("seed %s", seed).allMatch(times -> times.get() == 1);
        }
    }

    private static ParleyRuntime client() {
        return ParleyRuntime.builder()
                .channels(List.of(new LocalChannelProvider()))
                .build();
    }

    private static Call call(Conversation conversation, String text) {
        Call call = conversation.beginCall(CrashingServer.PATIENCE);
        call.sink().writeString(text);
        call.send();
        return call;
    }

    private static void send(Conversation conversation, String text) {
        OutgoingMessage message = conversation.beginOneWay();
        message.sink().writeString(text);
        message.send();
    }

    private static void answer(IncomingMessage message, String text) {
        OutgoingMessage response = message.beginResponse(false);
        response.sink().writeString(text);
        response.send();
        message.close();
    }

    private static String read(Call call) throws Exception {
        try (IncomingMessage answer = call.response().get(30, TimeUnit.SECONDS)) {
            return answer.source().readString("answer");
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
