package io.parley.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.ParleyException;
import io.parley.channel.LocalChannelProvider;
import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContextStore;
import io.parley.context.Cursor;
import io.parley.context.Key;
import io.parley.context.Read;
import io.parley.context.Scope;
import io.parley.context.Transaction;
import io.parley.context.Value;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the guarantees of a durable session to its client when the server's process ends; docs/protocol/durable.md,
 * section 12.5.
 */
class DurableSessionTest {
    /** Ways in which the server's process ends; another one is started. */
    private enum End {
        KILLED {
            @Override
            void of(CrashingServer server) throws IOException {
                server.crash();
            }
        },
        CLOSED {
            @Override
            void of(CrashingServer server) throws IOException {
                server.restart();
            }
        };

        abstract void of(CrashingServer server) throws IOException;
    }

    @ParameterizedTest(name = "the server is {0}")
    @EnumSource
    void aCallThatWasNotAnsweredIsDispatchedAgainAndSaysSo(End end) throws Exception {
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        CountDownLatch asked = new CountDownLatch(1);
        Queue<IncomingMessage> unanswered = new ConcurrentLinkedQueue<>();
        try (CrashingServer server = new CrashingServer(process -> message -> {
                    String question = message.source().readString("question");
                    seen.add(question + " " + message.isRedelivered());
                    asked.countDown();
                    if (question.equals("once") && !message.isRedelivered()) {
                        unanswered.add(message);
                    } else {
                        answer(message, question);
                    }
                });
                ParleyRuntime client = client()) {
            Conversation conversation = server.open(client);
            Call call = call(conversation, "once");
            assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();

            end.of(server);

            assertThat(read(call)).isEqualTo("once");
            assertThat(read(call(conversation, "later"))).isEqualTo("later");
            assertThat(seen).containsExactly("once false", "once true", "later false");
            unanswered.forEach(IncomingMessage::close);
        }
    }

    @Test
    void oneWayMessagesThatAClosedServerHadNotHandledAreHandledByTheNext() throws Exception {
        Queue<String> handled = new ConcurrentLinkedQueue<>();
        CountDownLatch stuck = new CountDownLatch(1);
        try (CrashingServer server = new CrashingServer(process -> message -> {
            String text = message.source().readString("text");
            if (message.kind() == IncomingMessage.Kind.REQUEST) {
                answer(message, text);
                return;
            }
            handled.add(text + " " + message.isRedelivered());
            if (!message.isRedelivered()) {
                awaitQuietly(stuck);
            }
            message.close();
        })) {
            try (ParleyRuntime client = client()) {
                Conversation conversation = server.open(client);
                send(conversation, "first");
                send(conversation, "second");
                assertThat(read(call(conversation, "both are there"))).isEqualTo("both are there");
                await().until(() -> !handled.isEmpty());
            }

            server.restart();

            await().untilAsserted(
                            () -> assertThat(handled).containsExactly("first false", "first true", "second true"));
            stuck.countDown();
            await().during(Duration.ofMillis(200)).until(() -> handled.size() == 3);
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
            // The client is still connected to the old process, which learns from the store that it must not answer.
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
        // The limit is smaller than a fragment; one transaction stores one fragment or several.
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
            conversation.closed().toCompletableFuture().get(60, TimeUnit.SECONDS);
            await().untilAsserted(() -> assertThat(server.entries()).isZero());
        }
    }

    @Test
    void oneWayMessagesThatWereAcknowledgedAreHandledThoughTheirClientIsGone() throws Exception {
        Queue<String> handled = new ConcurrentLinkedQueue<>();
        CountDownLatch stuck = new CountDownLatch(1);
        CountDownLatch came = new CountDownLatch(1);
        try (CrashingServer server = new CrashingServer(process -> message -> {
            String text = message.source().readString("text");
            if (message.kind() == IncomingMessage.Kind.REQUEST) {
                answer(message, text);
                return;
            }
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
                assertThat(came.await(60, TimeUnit.SECONDS)).isTrue();
                assertThat(read(call(conversation, "both are there"))).isEqualTo("both are there");
            }
            server.crash();
            await().untilAsserted(() -> assertThat(handled).containsExactly("first", "second"));
            stuck.countDown();
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void oneWayMessagesAreHandledInTheirOrderHoweverOftenTheirServerIsKilled(long seed) throws Exception {
        Queue<Integer> first = new ConcurrentLinkedQueue<>();
        Random random = new Random(seed);
        int messages = 300;
        try (CrashingServer server = new CrashingServer(process -> message -> {
                    int number = message.source().readInt();
                    if (!process.isDead() && !first.contains(number)) {
                        first.add(number);
                    }
                    message.close();
                });
                ParleyRuntime client = client()) {
            Conversation conversation = server.open(client);
            List<CompletableFuture<Void>> accepted = new ArrayList<>();
            for (int number = 0; number < messages; number++) {
                int bytes = random.nextInt(20) == 0 ? 500_000 : random.nextInt(1_000);
                OutgoingMessage message = conversation.beginOneWay();
                message.sink().writeInt(number);
                message.sink().writeBytes(new byte[bytes], 0, bytes);
                message.send();
                accepted.add(message.accepted().toCompletableFuture());
                if (random.nextInt(40) == 0) {
                    server.crash();
                }
            }
            for (CompletableFuture<Void> each : accepted) {
                each.get(60, TimeUnit.SECONDS);
            }
            conversation.drain();
            conversation.closed().toCompletableFuture().get(60, TimeUnit.SECONDS);
            await().untilAsserted(() -> assertThat(first).as("seed %s", seed).hasSize(messages));
            assertThat(first)
                    .as("seed %s", seed)
                    .containsExactlyElementsOf(
                            IntStream.range(0, messages).boxed().toList());
        }
    }

    /** Attack: the store is changed while no process is running. The session then does no more work. */
    @ParameterizedTest
    @EnumSource(Tampering.class)
    void aSessionThatWasChangedInTheStoreDoesNotGoOn(Tampering how) throws Exception {
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        CountDownLatch asked = new CountDownLatch(2);
        Queue<IncomingMessage> unanswered = new ConcurrentLinkedQueue<>();
        try (CrashingServer server = new CrashingServer(process -> message -> {
                    seen.add(message.source().readString("question") + " " + message.isRedelivered());
                    unanswered.add(message);
                    asked.countDown();
                });
                ParleyRuntime client = client()) {
            call(server.open(client), "of one");
            call(server.open(client), "of another");
            assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();

            server.crash(store -> {
                assertThat(server.scopes()).hasSize(2);
                Scope[] sessions = server.scopes().toArray(Scope[]::new);
                how.tamper(store, sessions[0], sessions[1]);
            });

            await().untilAsserted(() -> assertThat(seen).hasSize(how.isLeft ? 3 : 2));
            assertThat(server.sessions()).isEqualTo(how.isLeft ? 1 : 0);
            unanswered.forEach(IncomingMessage::close);
        }
    }

    /**
     * Changes by an attacker with write access to the store but without the secret; some use entries of another
     * session.
     */
    enum Tampering {
        EXCHANGED_RECORDS(false) {
            @Override
            void tamper(ContextStore store, Scope one, Scope other) {
                Value first = value(store, one.key("session"));
                put(store, one.key("session"), value(store, other.key("session")));
                put(store, other.key("session"), first);
            }
        },
        A_RECORD_WITH_ANOTHER_SECRET(true) {
            @Override
            void tamper(ContextStore store, Scope one, Scope other) {
                byte[] record = value(store, one.key("session")).toArray();
                String text = new String(record, StandardCharsets.ISO_8859_1);
                int hash = indexOfHash(text);
                record[hash] = (byte) (record[hash] == 'a' ? 'b' : 'a');
                put(store, one.key("session"), Value.of(record, "application/vnd.parley.session;sealed"));
            }
        },
        A_RECORD_WITHOUT_A_SEAL(true) {
            @Override
            void tamper(ContextStore store, Scope one, Scope other) {
                byte[] record = value(store, one.key("session")).toArray();
                put(
                        store,
                        one.key("session"),
                        Value.of(Arrays.copyOf(record, record.length - 32), "application/vnd.parley.session"));
            }
        },
        FRAMES_OF_THE_OTHER(true) {
            @Override
            void tamper(ContextStore store, Scope one, Scope other) {
                put(store, one.key(frames(store, one)), value(store, other.key(frames(store, other))));
            }
        },
        FRAMES_THAT_ARE_NOT_THERE(true) {
            @Override
            void tamper(ContextStore store, Scope one, Scope other) {
                write(store, one, new Change.Delete(frames(store, one), Condition.any()));
            }
        };

        /** True if the other session remains usable. */
        final boolean isLeft;

        Tampering(boolean isLeft) {
            this.isLeft = isLeft;
        }

        abstract void tamper(ContextStore store, Scope one, Scope other);

        private static int indexOfHash(String record) {
            Matcher hash = Pattern.compile("[0-9a-f]{64}").matcher(record);
            assertThat(hash.find()).isTrue();
            return hash.start();
        }

        private static String frames(ContextStore store, Scope session) {
            return store.list(session, Cursor.START, ContextStore.MAX_PAGE).stream()
                    .map(entry -> entry.key().name())
                    .filter(name -> name.startsWith("in "))
                    .findFirst()
                    .orElseThrow();
        }

        private static Value value(ContextStore store, Key key) {
            return store.get(key, Read.LATEST).orElseThrow().value();
        }

        private static void put(ContextStore store, Key key, Value value) {
            String owner = store.get(key, Read.LATEST).orElseThrow().info().owner();
            write(store, key.scope(), new Change.Put(key.name(), value, owner, Duration.ofHours(1), Condition.any()));
        }

        private static void write(ContextStore store, Scope scope, Change change) {
            assertThat(store.write(Transaction.in(scope, "attacker", change)).isDone())
                    .isTrue();
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
            conversation.closed().toCompletableFuture().get(60, TimeUnit.SECONDS);
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
        try (IncomingMessage answer = call.response().get(60, TimeUnit.SECONDS)) {
            return answer.source().readString("answer");
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
