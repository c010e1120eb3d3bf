package io.parley.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.LocalChannelProvider;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.Entry;
import io.parley.context.Key;
import io.parley.context.Read;
import io.parley.context.StoreSettings;
import io.parley.context.StoreTraits;
import io.parley.context.Transaction;
import io.parley.context.TransactionOutcome;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.Reliability;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests durable sessions with a store whose engine fails in ways that violate its contract. */
@Timeout(120)
class StoreFaultsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final AtomicInteger runs = new AtomicInteger();
    private final AtomicInteger faults = new AtomicInteger();
    private final AtomicInteger reads = new AtomicInteger();
    private final ParleyRuntime client = client(Limits.defaults());

    private static ParleyRuntime client(Limits limits) {
        return ParleyRuntime.builder()
                .limits(limits)
                .channels(List.of(new LocalChannelProvider()))
                .build();
    }

    private void echo(IncomingMessage message) {
        runs.incrementAndGet();
        OutgoingMessage response = message.beginResponse(false);
        response.sink().writeString(message.source().readString("question"));
        response.send();
        message.close();
    }

    private static Call begin(Conversation conversation, String text) {
        Call call = conversation.beginCall(CrashingServer.PATIENCE);
        call.sink().writeString(text);
        call.send();
        return call;
    }

    private static String read(Call call) throws Exception {
        try (IncomingMessage answer = call.response().get(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            return answer.source().readString("answer");
        }
    }

    /** Failures of an engine after it has applied a transaction. */
    enum AfterApplying {
        SAYS_UNAVAILABLE {
            @Override
            CompletionStage<TransactionOutcome> end() {
                return CompletableFuture.failedFuture(
                        new ParleyException(ErrorCode.CONTEXT_UNAVAILABLE, "it went away"));
            }
        },
        SAYS_NO_CODE {
            @Override
            CompletionStage<TransactionOutcome> end() {
                return CompletableFuture.failedFuture(new IllegalStateException("a mistake of the engine"));
            }
        },
        SAYS_NOTHING {
            @Override
            CompletionStage<TransactionOutcome> end() {
                return CompletableFuture.completedFuture(null);
            }
        },
        THROWS {
            @Override
            CompletionStage<TransactionOutcome> end() {
                throw new IllegalStateException("a mistake of the engine");
            }
        },
        THROWS_AN_ERROR {
            @Override
            CompletionStage<TransactionOutcome> end() {
                throw new NoClassDefFoundError("a class of the engine");
            }
        };

        abstract CompletionStage<TransactionOutcome> end();
    }

    @ParameterizedTest
    @EnumSource(AfterApplying.class)
    void aSessionOutlivesATransactionThatFailedAndWasApplied(AfterApplying how) throws Exception {
        try (CrashingServer server = new CrashingServer(process -> this::echo);
                client) {
            Conversation conversation = server.open(client);
            assertThat(read(begin(conversation, "before"))).isEqualTo("before");
            server.faults(new CrashingServer.Faults() {
                @Override
                public CompletionStage<TransactionOutcome> apply(ContextStore store, Transaction transaction) {
                    CompletionStage<TransactionOutcome> applied = store.apply(transaction);
                    if (faults.getAndIncrement() < 2) {
                        assertThat(ContextStore.join(applied).isDone()).isTrue();
                        return how.end();
                    }
                    return applied;
                }
            });

            assertThat(read(begin(conversation, "meanwhile"))).isEqualTo("meanwhile");
            assertThat(read(begin(conversation, "after"))).isEqualTo("after");

            assertThat(faults.get()).isGreaterThan(2);
            assertThat(server.events().storeFailures()).isPositive();
            assertThat(runs).hasValue(3);
        }
    }

    /** Failures of an engine on a read. */
    enum Reading {
        UNAVAILABLE,
        WITHOUT_A_CODE,
        AN_ERROR;

        Optional<Entry> fail() {
            switch (this) {
                case UNAVAILABLE -> throw new ParleyException(ErrorCode.CONTEXT_UNAVAILABLE, "it went away");
                case WITHOUT_A_CODE -> throw new IllegalStateException("a mistake of the engine");
                default -> throw new NoClassDefFoundError("a class of the engine");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Reading.class)
    void aSessionIsResumedOnceTheStoreCanBeRead(Reading how) throws Exception {
        try (CrashingServer server = new CrashingServer(process -> this::echo);
                client) {
            server.shareStore();
            Conversation conversation = server.open(client);
            assertThat(read(begin(conversation, "before"))).isEqualTo("before");
            server.faults(new CrashingServer.Faults() {
                @Override
                public Optional<Entry> get(ContextStore store, Key key, Read read) {
                    return faults.getAndIncrement() < 2 ? how.fail() : store.get(key, read);
                }
            });
            server.crash();

            assertThat(read(begin(conversation, "after"))).isEqualTo("after");
            assertThat(faults.get()).isGreaterThan(2);
        }
    }

    @ParameterizedTest
    @EnumSource(Reading.class)
    void aProcessBeginsThoughOneSessionCannotBeRead(Reading how) throws Exception {
        try (CrashingServer server = new CrashingServer(process -> this::echo);
                client) {
            Conversation conversation = server.open(client);
            assertThat(read(begin(conversation, "before"))).isEqualTo("before");
            server.faults(new CrashingServer.Faults() {
                @Override
                public Optional<Entry> get(ContextStore store, Key key, Read read) {
                    return faults.getAndIncrement() == 0 ? how.fail() : store.get(key, read);
                }
            });
            server.crash();

            assertThat(read(begin(server.open(client, "another"), "another"))).isEqualTo("another");
        }
    }

    /** The timeout for opening a session also applies during its lookup, since no other timer guards the connection. */
    @Test
    void aStoreThatHangsLeavesNoConnectionWithoutATimer() throws Exception {
        CountDownLatch hangs = new CountDownLatch(1);
        try (CrashingServer server = new CrashingServer(process -> this::echo);
                ParleyRuntime patient = client(Limits.defaults().with(Limit.OPEN_MILLIS, 60_000))) {
            server.shareStore();
            server.limits(Limits.defaults().with(Limit.OPEN_MILLIS, 1_000));
            Conversation conversation = server.open(patient);
            assertThat(read(begin(conversation, "before"))).isEqualTo("before");
            server.faults(new CrashingServer.Faults() {
                @Override
                public Optional<Entry> get(ContextStore store, Key key, Read read) {
                    if (key.scope().id().startsWith("urn:parley:session:") && faults.getAndIncrement() == 0) {
                        awaitQuietly(hangs);
                    }
                    return store.get(key, read);
                }
            });
            server.crash();
            await().atMost(PATIENCE).until(() -> faults.get() == 1);
            int before = server.closed();

            await().atMost(Duration.ofSeconds(30)).until(() -> server.closed() > before);

            hangs.countDown();
            assertThat(read(begin(conversation, "after"))).isEqualTo("after");
        }
    }

    @Test
    void aStoreThatHangsKeepsNoProcessFromListening() throws Exception {
        CountDownLatch hangs = new CountDownLatch(1);
        try (ContextStore store = ContextStores.open("memory:", StoreSettings.defaults());
                ParleyRuntime starting = ParleyRuntime.builder()
                        .limits(Limits.defaults().with(Limit.OPEN_MILLIS, 100))
                        .durable(hanging(store, hangs, true))
                        .channels(List.of(new LocalChannelProvider()))
                        .build()) {
            Agreement agreement = agreement();

            starting.recover(agreement, null, this::echo);
            starting.listen("local", new Address("local", 0), null).close();

            assertThatExceptionOfType(ParleyException.class)
                    .isThrownBy(() -> starting.issue(agreement, "someone", null, this::echo))
                    .withMessageContaining("CONTEXT_UNAVAILABLE")
                    .withMessageContaining("parley.limits.open-millis");
            hangs.countDown();
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .untilAsserted(() -> assertThat(starting.issue(agreement, "someone", null, this::echo))
                            .isNotEmpty());
        }
    }

    @Test
    void aStoreOfOneProcessThatHangsIsSaidToBeUnavailable() throws Exception {
        CountDownLatch hangs = new CountDownLatch(1);
        try (ContextStore store = ContextStores.open("memory:", StoreSettings.defaults());
                ParleyRuntime starting = ParleyRuntime.builder()
                        .limits(Limits.defaults().with(Limit.OPEN_MILLIS, 100))
                        .durable(hanging(store, hangs, false))
                        .channels(List.of(new LocalChannelProvider()))
                        .build()) {
            assertThatExceptionOfType(ParleyException.class)
                    .isThrownBy(() -> starting.recover(agreement(), null, this::echo))
                    .withMessageContaining("CONTEXT_UNAVAILABLE");
            hangs.countDown();
        }
    }

    private static Agreement agreement() {
        return Agreement.byApi("xml", "local", List.of(new HostPort("local", 1)), Limits.defaults(), "no parts")
                .reliable(Reliability.DURABLE);
    }

    /** Returns a store whose reads block until the latch is released. */
    private static ContextStore hanging(ContextStore store, CountDownLatch until, boolean shared) {
        return (ContextStore) Proxy.newProxyInstance(
                ContextStore.class.getClassLoader(),
                new Class<?>[] {ContextStore.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("capabilities")) {
                        StoreTraits own = store.capabilities();
                        return new StoreTraits(own.engine(), own.durability(), shared);
                    }
                    if (method.getName().equals("get")) {
                        awaitQuietly(until);
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void aSessionThatCannotGoOnDoesNotCountForItsPrincipal() throws Exception {
        Queue<IncomingMessage> unanswered = new ConcurrentLinkedQueue<>();
        try (CrashingServer server = new CrashingServer(process -> message -> {
                    if (message.source().remaining() < 1000) {
                        echo(message);
                    } else {
                        unanswered.add(message);
                    }
                });
                client;
                ParleyRuntime other = client(Limits.defaults())) {
            server.shareStore();
            server.limits(Limits.defaults()
                    .with(Limit.TOTAL_BYTES, 1_000_000)
                    .with(Limit.SESSION_BYTES, 1_000_000)
                    .with(Limit.SESSIONS_PER_PRINCIPAL, 1));
            Conversation conversation = server.open(client);
            Call large = conversation.beginCall(CrashingServer.PATIENCE);
            large.sink().writeString("large");
            large.sink().writeBytes(new byte[3_000_000], 0, 3_000_000);
            large.send();
            await().atMost(PATIENCE).until(() -> !unanswered.isEmpty());
            server.faults(new CrashingServer.Faults() {
                @Override
                public Optional<Entry> get(ContextStore store, Key key, Read read) {
                    if (key.name().equals("session")) {
                        reads.incrementAndGet();
                    }
                    return store.get(key, read);
                }
            });
            server.crash();
            // Each attempt reads the record twice.
            await().atMost(PATIENCE).until(() -> reads.get() >= 4);

            await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> {
                Conversation another = server.open(other);
                assertThat(read(begin(another, "x"))).isEqualTo("x");
            });
            assertThat(server.sessions()).isEqualTo(1);
            assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> server.open(other));
            unanswered.forEach(IncomingMessage::close);
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
