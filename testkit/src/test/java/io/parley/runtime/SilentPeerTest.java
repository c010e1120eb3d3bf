package io.parley.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.ChannelTraits;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.channel.LocalChannelProvider;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.Reliability;
import io.parley.testkit.FakeTimers;
import io.parley.testkit.channel.Fault;
import io.parley.testkit.channel.FaultPlan;
import io.parley.testkit.channel.FaultyChannel;
import io.parley.testkit.channel.WithTraits;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Tests how long a session uses a connection that has become silent without being closed, before it connects anew. */
class SilentPeerTest {
    private static final Duration STEP = Duration.ofMillis(50);
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration MINUTES = Duration.ofMinutes(5);

    private final FakeTimers time = new FakeTimers();
    private final AtomicBoolean silent = new AtomicBoolean();
    private final AtomicLong connectedAnew = new AtomicLong();
    private final BlockingQueue<IncomingMessage> unanswered = new LinkedBlockingQueue<>();

    @Test
    void aPeerBehindASocketMayBeSilentForThirtySeconds() throws Exception {
        assertThat(untilAnotherConnection(true, MINUTES)).isBetween(Duration.ofSeconds(30), Duration.ofMillis(30_100));
    }

    @Test
    void aPeerBehindABrokerMayBeSilentForTen() throws Exception {
        assertThat(untilAnotherConnection(false, MINUTES)).isBetween(Duration.ofSeconds(10), Duration.ofMillis(10_100));
    }

    @Test
    void aSilentPeerIsLeftASecondAfterACallTimedOut() throws Exception {
        assertThat(untilAnotherConnection(true, Duration.ofSeconds(2)))
                .isBetween(Duration.ofSeconds(3), Duration.ofMillis(3_100));
    }

    /** Both times are shorter than the server's, which otherwise would close its connections at the same time. */
    @Test
    void eachSessionHasItsOwnKeepAliveTime() throws Exception {
        try (Pair pair = new Pair(true, Reliability.NONE)) {
            Conversation impatient = pair.open(keepingAlive(2_000), unanswered::add);
            Conversation patient = pair.open(keepingAlive(20_000), unanswered::add);
            silent.set(true);
            time.advance(Duration.ofMillis(1_999));
            assertThat(impatient.closed().toCompletableFuture()).isNotDone();
            time.advance(Duration.ofMillis(1));
            assertThat(impatient.closed().toCompletableFuture()).isCompletedExceptionally();
            time.advance(Duration.ofMillis(17_999));
            assertThat(patient.closed().toCompletableFuture()).isNotDone();
            time.advance(Duration.ofMillis(1));
            assertThat(patient.closed().toCompletableFuture()).isCompletedExceptionally();
        }
    }

    @Test
    void aSlowHandlerIsNoSilence() throws Exception {
        try (Pair pair = new Pair(true, Reliability.NONE)) {
            Conversation conversation = pair.open(Limits.defaults(), unanswered::add);
            CompletableFuture<IncomingMessage> patient = call(conversation, MINUTES);
            IncomingMessage first = unanswered.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            CompletableFuture<IncomingMessage> impatient = call(conversation, Duration.ofSeconds(2));
            time.advance(Duration.ofSeconds(2));
            assertThat(failure(impatient).code()).isEqualTo(ErrorCode.TIMEOUT);
            conversation.suspicionOver().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            time.advance(Duration.ofSeconds(5));
            assertThat(conversation.isOpen()).isTrue();
            echo(first);
            patient.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).close();
        }
    }

    @Test
    void whoMadeTheCallThatTimedOutFindsThePeerSuspect() throws Exception {
        try (Pair pair = new Pair(true, Reliability.NONE)) {
            Conversation conversation = pair.open(Limits.defaults(), unanswered::add);
            silent.set(true);
            CompletableFuture<Boolean> suspected =
                    call(conversation, Duration.ofSeconds(2)).handle((answer, why) -> conversation.isSuspect());
            time.advance(Duration.ofSeconds(2));
            assertThat(suspected).isCompletedWithValue(true);
            time.advance(Duration.ofSeconds(1));
            assertThat(conversation.suspicionOver().toCompletableFuture()).isCompleted();
            assertThat(conversation.closed().toCompletableFuture()).isCompletedExceptionally();
        }
    }

    @Test
    void aResumedSessionOfAPeerOutOfReachIsSuspectUntilAConnectionWorks() throws Exception {
        try (Pair pair = new Pair(true, Reliability.RESUME)) {
            Conversation conversation = pair.open(Limits.defaults(), SilentPeerTest::echo);
            silent.set(true);
            CompletableFuture<IncomingMessage> impatient = call(conversation, Duration.ofSeconds(2));
            letTimeGoByUntil(impatient::isDone);
            assertThat(conversation.isSuspect()).isTrue();
            letTimeGoByUntil(() -> !conversation.isSuspect());
            assertThat(connectedAnew.get()).isPositive();
            call(conversation, MINUTES)
                    .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                    .close();
        }
    }

    private Duration untilAnotherConnection(boolean tellsOfEnd, Duration timeout) throws Exception {
        try (Pair pair = new Pair(tellsOfEnd, Reliability.RESUME)) {
            Conversation conversation = pair.open(Limits.defaults(), SilentPeerTest::echo);
            silent.set(true);
            long began = time.nanoTime();
            CompletableFuture<IncomingMessage> impatient = call(conversation, timeout);
            CompletableFuture<IncomingMessage> patient = call(conversation, MINUTES);
            letTimeGoByUntil(() -> connectedAnew.get() != 0);
            // The clock is stopped from here on, so the response may take any time.
            try (IncomingMessage answer = patient.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                assertThat(answer.source().readString("answer")).isEqualTo("there?");
            }
            IncomingMessage late =
                    impatient.handle((answer, why) -> answer).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            if (late != null) {
                late.close();
            }
            return Duration.ofNanos(connectedAnew.get() - began);
        }
    }

    /** Two runtimes and a listener. */
    private final class Pair implements AutoCloseable {
        private final ParleyRuntime server;
        private final ParleyRuntime client;
        private final RuntimeListener listening;
        private final Reliability reliability;

        Pair(boolean tellsOfEnd, Reliability reliability) throws Exception {
            ChannelTraits traits = new ChannelTraits("local", true, true, false, tellsOfEnd);
            ChannelProvider channel = new FaultyChannel(
                    new WithTraits(traits, new LocalChannelProvider()), SilentPeerTest.this::plan, time);
            this.server = runtime(channel);
            this.client = runtime(channel);
            this.listening = server.listen("local", new Address("here", 0), null);
            this.reliability = reliability;
        }

        /** Opens a session with the client's own limits; the server uses the default keep-alive time. */
        Conversation open(Limits own, MessageHandler handler) throws Exception {
            HostPort address = new HostPort("here", listening.address().port());
            Agreement plain = Agreement.byApi("xml", "local", List.of(address), Limits.defaults(), "no parts");
            Agreement agreement = reliability == Reliability.NONE ? plain : plain.reliable(reliability);
            byte[] token = server.issue(agreement, "someone", null, handler);
            return client.open(agreement.withOwn(own), token, new byte[0], IncomingMessage::close)
                    .toCompletableFuture()
                    .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }

        @Override
        public void close() {
            unanswered.forEach(IncomingMessage::close);
            client.close();
            server.close();
        }
    }

    private static Limits keepingAlive(long millis) {
        return Limits.defaults().with(Limit.KEEP_ALIVE_MILLIS, millis);
    }

    /**
     * Returns the plan of a connection's end: only connections established before {@link #silent} was set drop frames.
     */
    private FaultPlan plan() {
        boolean falls = !silent.get();
        if (!falls) {
            connectedAnew.compareAndSet(0, time.nanoTime());
        }
        return frame -> falls && silent.get() ? Fault.DROP : Fault.NONE;
    }

    private static CompletableFuture<IncomingMessage> call(Conversation conversation, Duration timeout) {
        Call call = conversation.beginCall(timeout);
        call.sink().writeString("there?");
        call.send();
        return call.response();
    }

    private static ParleyException failure(CompletableFuture<IncomingMessage> response) {
        return (ParleyException) response.handle((answer, why) -> why).join();
    }

    private void letTimeGoByUntil(BooleanSupplier over) {
        Awaitility.await()
                .atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(2))
                .until(() -> {
                    if (!over.getAsBoolean()) {
                        time.advance(STEP);
                    }
                    return over.getAsBoolean();
                });
    }

    private ParleyRuntime runtime(ChannelProvider channel) {
        return ParleyRuntime.builder().timers(time).channels(List.of(channel)).build();
    }

    private static void echo(IncomingMessage message) {
        try (message) {
            OutgoingMessage response = message.beginResponse(false);
            response.sink().writeString(message.source().readString("question"));
            response.send();
        }
    }
}
