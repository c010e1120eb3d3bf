package io.parley.testkit.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.http.HttpFrames;
import io.parley.frame.DataFrame;
import io.parley.negotiation.Agreement;
import io.parley.representation.Source;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of a conversation whose messages are read while they arrive. */
interface ArrivingContract {
    int MIB = 1024 * 1024;
    Duration HOUR = Duration.ofHours(1);

    /** Returns the runtimes of one test. */
    Talks talks();

    private Talks arriving() {
        return talks().uncompressed();
    }

    @Test
    default void aRequestIsReadWhileItIsWritten() throws Exception {
        AsItComes service = new AsItComes();
        Conversation conversation = arriving().talk(Limits.defaults(), service);
        Call call = beginHalf(conversation);
        service.awaitRead(MIB / 2);
        assertThat(service.dispatched).hasValue(0);
        writeHalf(call);
        call.send();
        assertThat(length(call)).isEqualTo(2 * MIB);
        assertThat(service.dispatched).hasValue(1);
    }

    @Test
    default void aResponseIsReadWhileItIsWritten() throws Exception {
        CountDownLatch read = new CountDownLatch(1);
        Conversation conversation = arriving().talk(Limits.defaults(), message -> {
            OutgoingMessage response = message.beginResponse(false);
            writeHalf(response);
            awaitOpen(read);
            writeHalf(response);
            response.send();
            message.close();
        });
        try (IncomingMessage response = arriving(ask(conversation))) {
            skip(response.source(), MIB / 2);
            assertThat(response.isOneFragment()).isFalse();
            read.countDown();
            assertThat(response.source().remaining()).isEqualTo(2L * MIB - MIB / 2);
            skip(response.source(), 2 * MIB - MIB / 2);
            response.source().expectEnd("response");
        }
    }

    @Test
    default void aResponseThatIsAskedForLateIsReadFromWhereItIs() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        Conversation conversation = arriving().talk(Limits.defaults(), message -> {
            OutgoingMessage response = message.beginResponse(false);
            writeHalf(response);
            awaitOpen(asked);
            writeHalf(response);
            response.send();
            message.close();
        });
        Call call = ask(conversation);
        await().until(() -> conversation.traffic().bytesIn() > MIB / 2);
        assertThat(call.response()).isNotDone();
        try (IncomingMessage response = arriving(call)) {
            asked.countDown();
            skip(response.source(), 2 * MIB);
            response.source().expectEnd("response");
        }
    }

    @Test
    default void aRequestAbortedMidwayFailsItsReaderAndIsNotDispatched() throws Exception {
        AsItComes service = new AsItComes();
        Conversation conversation = arriving().talk(Limits.defaults(), service);
        Call call = beginHalf(conversation);
        service.awaitRead(MIB / 2);
        call.discard();
        assertThat(service.failure().code()).isEqualTo(ErrorCode.ENCODING);
        assertThat(Talks.failure(call).retry()).isEqualTo(ErrorCode.Retry.SAFE);
        assertThat(service.dispatched).hasValue(0);
        assertThat(Talks.ask(arriving().talk(Limits.defaults(), Talks::echo), "others go on"))
                .isEqualTo("others go on");
    }

    @Test
    default void aCallThatIsCancelledMidwayFailsTheReaderOfItsRequest() throws Exception {
        AsItComes service = new AsItComes();
        Conversation conversation = arriving().talk(Limits.defaults(), service);
        Call call = beginHalf(conversation);
        service.awaitRead(MIB / 2);
        call.cancel();
        assertThat(service.failure().code()).isEqualTo(ErrorCode.CANCELLED);
        call.discard();
    }

    @Test
    default void aLostConnectionFailsTheReader() throws Exception {
        AsItComes service = new AsItComes();
        ParleyRuntime server = arriving().runtime(Limits.defaults());
        try (RawPeer peer = peer(talks(), server, service)) {
            beginRequest(peer, 1);
            service.awaitRead(1);
        }
        assertThat(service.failure().code()).isEqualTo(ErrorCode.CONNECTION_LOST);
        assertThat(service.dispatched).hasValue(0);
        await().until(() -> server.reservedBytes() == 0);
    }

    @Test
    default void aResponseOfALostSessionFailsItsReader() throws Exception {
        CountDownLatch read = new CountDownLatch(1);
        Conversation conversation = arriving().talk(Limits.defaults(), message -> {
            OutgoingMessage response = message.beginResponse(false);
            writeHalf(response);
            awaitOpen(read);
            message.conversation().close(ErrorCode.CLOSED, "the test wants it");
            response.discard();
            message.close();
        });
        try (IncomingMessage response = arriving(ask(conversation))) {
            skip(response.source(), MIB / 2);
            read.countDown();
            ParleyException why = failure(() -> skip(response.source(), 2 * MIB));
            assertThat(why.retry()).isEqualTo(ErrorCode.Retry.NEVER);
            assertThat(response.renewed()).isNull();
        }
    }

    @Test
    default void aCallsTimeGoesOnUntilAllOfItsResponseCame() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        Conversation conversation = arriving().talk(Limits.defaults(), message -> {
            OutgoingMessage response = message.beginResponse(false);
            writeHalf(response);
            awaitOpen(over);
            response.discard();
            message.close();
        });
        Call call = conversation.beginCall(Duration.ofSeconds(5));
        call.send();
        try (IncomingMessage response = arriving(call)) {
            skip(response.source(), MIB / 2);
            arriving().time.advance(Duration.ofSeconds(5));
            assertThat(failure(() -> skip(response.source(), 2 * MIB)).code()).isEqualTo(ErrorCode.TIMEOUT);
        } finally {
            over.countDown();
        }
    }

    @Test
    default void anAnswerBegunAnewTakesThePlaceOfTheOneThatIsRead() throws Exception {
        CountDownLatch read = new CountDownLatch(1);
        Conversation conversation = arriving().talk(Limits.defaults(), message -> {
            OutgoingMessage response = message.beginResponse(false);
            writeHalf(response);
            awaitOpen(read);
            response.discard();
            Talks.answer(message, true, "sorry");
        });
        try (IncomingMessage response = arriving(ask(conversation))) {
            skip(response.source(), MIB / 2);
            read.countDown();
            assertThat(failure(() -> skip(response.source(), 2 * MIB)).retry()).isEqualTo(ErrorCode.Retry.NEVER);
            try (IncomingMessage fault = Objects.requireNonNull(response.renewed())) {
                assertThat(fault.kind()).isEqualTo(IncomingMessage.Kind.FAULT);
                assertThat(fault.source().readString("fault")).isEqualTo("sorry");
            }
        }
    }

    @Test
    default void aResponseThatIsClosedBeforeItsEndStopsItsWriter() throws Exception {
        CompletableFuture<Boolean> unwanted = new CompletableFuture<>();
        Conversation conversation = arriving().talk(Limits.defaults(), message -> {
            OutgoingMessage response = message.beginResponse(false);
            while (message.isWanted()) {
                writeHalf(response);
            }
            response.discard();
            unwanted.complete(true);
            message.close();
        });
        try (IncomingMessage response = arriving(ask(conversation))) {
            skip(response.source(), MIB / 2);
        }
        assertThat(unwanted.get(60, TimeUnit.SECONDS)).isTrue();
        assertThat(conversation.isOpen()).isTrue();
    }

    @Test
    default void anAnswerBeforeTheRequestsEndWaitsForItAndDropsTheRest() throws Exception {
        CountDownLatch begins = new CountDownLatch(1);
        Conversation conversation = arriving().talk(Limits.defaults(), new AsItComes() {
            @Override
            public void onMessage(IncomingMessage message) {
                begins.countDown();
                Talks.answer(message, true, "too long to be read");
            }
        });
        Call call = beginHalf(conversation);
        awaitOpen(begins);
        writeHalf(call);
        writeHalf(call);
        call.send();
        assertThat(Talks.read(call)).isEqualTo("too long to be read");
    }

    @Test
    default void aReaderThatDoesNotReadMakesItsSenderWaitWhileSmallCallsPassBy() throws Exception {
        AsItComes service = new AsItComes();
        service.mayRead = new CountDownLatch(1);
        Conversation conversation = arriving().talk(Limits.defaults(), service);
        Call call = conversation.beginCall(HOUR);
        RoomContract.Waiting waiting = new RoomContract.Waiting(call, Talks.LARGE);
        waiting.awaitWaiting();
        for (int i = 0; i < 100; i++) {
            assertThat(length(ask(conversation))).isZero();
        }
        assertThat(conversation.traffic().bytesOut()).isLessThan(Talks.LARGE / 4);
        service.mayRead.countDown();
        assertThat(waiting.failure()).isNull();
        call.send();
        assertThat(length(call)).isEqualTo(Talks.LARGE);
    }

    @Test
    default void aReaderThatDoesNotReadForLongHoldsUpItsSenderNoMore() throws Exception {
        AsItComes service = new AsItComes();
        service.mayRead = new CountDownLatch(1);
        try (Talks talks = arriving().patient(ByteBufAllocator.DEFAULT)) {
            Conversation conversation = talks.talk(Limits.defaults(), service);
            Call call = conversation.beginCall(HOUR);
            RoomContract.Waiting waiting = new RoomContract.Waiting(call, Talks.LARGE);
            waiting.awaitWaiting();
            awaitRest(conversation);
            await().until(() -> {
                talks.time.advance(Duration.ofMillis(Limit.STALL_MILLIS.initial() / 4));
                return waiting.isOver();
            });
            assertThat(waiting.failure()).isNull();
            call.send();
            service.mayRead.countDown();
            assertThat(length(call)).isEqualTo(Talks.LARGE);
        }
    }

    /** Waits until everything for which there is credit was sent, which a channel may do with a delay. */
    private static void awaitRest(Conversation conversation) {
        AtomicLong before = new AtomicLong(-1);
        await().pollInterval(Duration.ofMillis(100)).until(() -> {
            long out = conversation.traffic().bytesOut();
            return before.getAndSet(out) == out;
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 16})
    default void largeMessagesGoBothWaysAtOnce(int callers) throws Exception {
        Conversation conversation = arriving().talk(Limits.defaults(), new Echo());
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < arriving().amount(callers); i++) {
            int seed = i;
            all.add(CompletableFuture.runAsync(() -> echoed(conversation, seed), task -> {
                Thread thread = new Thread(task, "caller");
                thread.setDaemon(true);
                thread.start();
            }));
        }
        for (CompletableFuture<Void> each : all) {
            each.get(120, TimeUnit.SECONDS);
        }
    }

    @Test
    default void aLargeMessageNeedsAFewFragmentsOfMemoryOnItsWay() throws Exception {
        PooledMemory memory = new PooledMemory();
        AtomicLong most = new AtomicLong();
        Runnable onStep = () -> most.accumulateAndGet(memory.inUse() + PooledMemory.ofChannels(), Math::max);
        try (Talks talks = arriving().patient(memory.allocator())) {
            Conversation conversation = talks.talk(Limits.defaults(), new Echo(onStep));
            long before = memory.inUse() + PooledMemory.ofChannels();
            echoed(conversation, 0, onStep);
            // Posts have bodies of half a mebibyte. Three of them may be in flight in each direction, buffered at
            // either side.
            boolean inBodies = arriving().provider().traits().name().equals(HttpFrames.CHANNEL);
            assertThat(most.get() - before)
                    .as("bytes of buffers at both sides")
                    .isLessThan((inBodies ? 4L + 2 * 3 : 4L) * MIB);
        }
    }

    /** Attack: a peer that starts many long messages and ends none of them. */
    @Test
    default void halfSentMessagesDoNotTakeAllWorkers() throws Exception {
        AsItComes service = new AsItComes();
        try (Talks talks = arriving().patient(ByteBufAllocator.DEFAULT)) {
            ParleyRuntime server = talks.runtime(Limits.defaults());
            Agreement agreement = talks.agreement(server, Limits.defaults());
            try (RawPeer peer = open(talks, server, agreement, service)) {
                for (int i = 0; i < 64; i++) {
                    beginRequest(peer, 2 * i + 1);
                }
                byte[] token = server.issue(agreement, "another", null, service);
                Conversation conversation = Talks.open(talks.runtime(Limits.defaults()), agreement, token);
                for (int i = 0; i < 100; i++) {
                    assertThat(length(ask(conversation))).isZero();
                }
                Call large = conversation.beginCall(HOUR);
                writeHalf(large);
                large.send();
                assertThat(length(large)).isEqualTo(MIB);
                await().until(() -> service.waiting() == 8);
                // A reader that has just started may not be waiting yet, and only waiting time counts.
                await().until(() -> {
                    talks.time.advance(Duration.ofMillis(Limit.STALL_MILLIS.initial()));
                    return service.waiting() == 0;
                });
                for (int i = 0; i < 8; i++) {
                    assertThat(peer.nextAbort()).isEqualTo(ErrorCode.TIMEOUT);
                }
            }
            assertThat(service.dispatched).hasValue(101);
        }
    }

    /** Attack: a peer that sends a message one byte at a time, to occupy the worker that reads it. */
    @Test
    default void aTrickledMessageIsRefused() throws Exception {
        AsItComes service = new AsItComes();
        try (Talks talks = arriving().patient(ByteBufAllocator.DEFAULT)) {
            ParleyRuntime server = talks.runtime(Limits.defaults());
            try (RawPeer peer = peer(talks, server, service)) {
                beginRequest(peer, 1);
                await().until(() -> service.waiting() == 1);
                for (int sent = 1; service.waiting() == 1 && sent < 900; sent++) {
                    // Only time in which the reader waits counts, so it must have read everything before time is
                    // advanced.
                    service.awaitReadOrOver(sent);
                    talks.time.advance(Duration.ofMillis(Limit.STALL_MILLIS.initial() / 30));
                    trickle(peer);
                }
                assertThat(peer.nextAbort()).isEqualTo(ErrorCode.TIMEOUT);
            }
            assertThat(service.failure().code()).isEqualTo(ErrorCode.TIMEOUT);
            assertThat(service.dispatched).hasValue(0);
        }
    }

    private static RawPeer peer(Talks talks, ParleyRuntime server, AsItComes service) throws Exception {
        return open(talks, server, talks.agreement(server, Limits.defaults()), service);
    }

    private static RawPeer open(Talks talks, ParleyRuntime server, Agreement agreement, AsItComes service)
            throws Exception {
        Address at = new Address(
                agreement.addresses().get(0).host(),
                agreement.addresses().get(0).port());
        byte[] token = server.issue(agreement, "someone", null, service);
        return RawPeer.open(talks.provider(), at, token, agreement.digest().bytes());
    }

    private static void beginRequest(RawPeer peer, int stream) {
        int flags = DataFrame.BEGIN | DataFrame.AT_MOST;
        peer.send(DataFrame.encodeDeclared(
                peer.framing,
                peer.next(),
                stream,
                flags,
                1000,
                ByteBufAllocator.DEFAULT.buffer(1).writeByte(1)));
    }

    private static void trickle(RawPeer peer) {
        ByteBuf one = ByteBufAllocator.DEFAULT.buffer(1).writeByte(7);
        peer.send(DataFrame.encode(peer.framing, peer.next(), 1, 0, one));
    }

    private static Call ask(Conversation conversation) {
        Call call = conversation.beginCall(HOUR);
        call.send();
        return call;
    }

    private static Call beginHalf(Conversation conversation) {
        Call call = conversation.beginCall(HOUR);
        writeHalf(call);
        return call;
    }

    private static void writeHalf(OutgoingMessage message) {
        message.sink().writeBytes(new byte[MIB], 0, MIB);
    }

    private static IncomingMessage arriving(Call call) throws Exception {
        return call.awaitAsItComes();
    }

    private static int length(Call call) throws Exception {
        try (IncomingMessage response = arriving(call)) {
            return response.source().readInt();
        }
    }

    private static void skip(Source source, int bytes) {
        source.readBytes(new byte[bytes], 0, bytes);
    }

    private static ParleyException failure(Runnable what) {
        return Objects.requireNonNull(catchThrowableOfType(ParleyException.class, what::run));
    }

    private static void awaitOpen(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void echoed(Conversation conversation, int seed) {
        echoed(conversation, seed, () -> {});
    }

    private static void echoed(Conversation conversation, int seed, Runnable onStep) {
        double[] numbers = new double[Talks.LARGE / 8];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = seed + i * 0.5;
        }
        Call call = conversation.beginCall(HOUR);
        Echo.write(call.sink(), numbers, onStep);
        call.send();
        try (IncomingMessage response = arriving(call)) {
            assertThat(Echo.read(response.source(), onStep)).isEqualTo(numbers);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
