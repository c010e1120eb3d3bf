package io.parley.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.ChannelTraits;
import io.parley.Limits;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A connection over which nothing comes any more, and that nobody ends: how long until the session takes another. */
class SilentPeerTest {
    private static final Duration STEP = Duration.ofMillis(250);

    private final FakeTimers time = new FakeTimers();
    private final AtomicBoolean silent = new AtomicBoolean();
    private final AtomicInteger ends = new AtomicInteger();
    private final AtomicLong connectedAnew = new AtomicLong();

    @Test
    void aPeerBehindASocketMayBeSilentForThirtySeconds() throws Exception {
        assertThat(secondsUntilAnotherConnection(true)).isBetween(30L, 39L);
    }

    @Test
    void aPeerBehindABrokerMayBeSilentForTen() throws Exception {
        assertThat(secondsUntilAnotherConnection(false)).isBetween(10L, 14L);
    }

    private long secondsUntilAnotherConnection(boolean tellsOfEnd) throws Exception {
        ChannelTraits traits = new ChannelTraits("local", true, true, false, tellsOfEnd);
        ChannelProvider channel =
                new FaultyChannel(new WithTraits(traits, new LocalChannelProvider()), this::plan, time);
        try (ParleyRuntime server = runtime(channel);
                ParleyRuntime client = runtime(channel);
                Listening listening = server.listen("local", new Address("here", 0), null)) {
            HostPort address = new HostPort("here", listening.address().port());
            Agreement agreement = Agreement.byApi("xml", "local", List.of(address), Limits.defaults(), "no parts")
                    .reliable(Reliability.RESUME);
            byte[] token = server.issue(agreement, "someone", null, SilentPeerTest::echo);
            Conversation conversation = client.open(agreement, token, new byte[0], IncomingMessage::close)
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS);
            silent.set(true);
            long began = time.nanoTime();
            CompletableFuture<IncomingMessage> response = call(conversation);
            letTimeGoByUntil(() -> connectedAnew.get() != 0);
            // Time stands from here on, however long the threads of both sides take for the answer.
            try (IncomingMessage answer = response.get(60, TimeUnit.SECONDS)) {
                assertThat(answer.source().readString("answer")).isEqualTo("there?");
            }
            return TimeUnit.NANOSECONDS.toSeconds(connectedAnew.get() - began);
        }
    }

    /** Only the first connection, which has two ends, ever falls silent. */
    private FaultPlan plan() {
        boolean first = ends.incrementAndGet() <= 2;
        if (!first) {
            connectedAnew.compareAndSet(0, time.nanoTime());
        }
        return frame -> first && silent.get() ? Fault.DROP : Fault.NONE;
    }

    private static CompletableFuture<IncomingMessage> call(Conversation conversation) throws Exception {
        Call call = conversation.beginCall(Duration.ofMinutes(5));
        call.sink().writeString("there?");
        call.send();
        return call.response();
    }

    private void letTimeGoByUntil(BooleanSupplier over) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
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
