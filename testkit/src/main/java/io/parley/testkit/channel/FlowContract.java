package io.parley.testkit.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.negotiation.Agreement;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of many messages and of large ones: how credit and memory are shared. */
interface FlowContract {
    /** Returns the runtimes of one test. */
    Talks talks();

    @Test
    default void aThousandCallsUnderWayAtATimeAreAnsweredEach() throws Exception {
        CountDownLatch all = new CountDownLatch(1);
        BlockingQueue<IncomingMessage> held = new LinkedBlockingQueue<>();
        Conversation conversation = talks().talk(Limits.defaults(), message -> {
            held.add(message);
            if (held.size() == 1000) {
                all.countDown();
            }
        });
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            calls.add(Talks.call(conversation, "call " + i));
        }
        assertThat(all.await(60, TimeUnit.SECONDS)).isTrue();
        List<IncomingMessage> backwards = new ArrayList<>(held);
        for (int i = backwards.size() - 1; i >= 0; i--) {
            Talks.echo(backwards.get(i));
        }
        for (int i = 0; i < 1000; i++) {
            assertThat(Talks.read(calls.get(i))).isEqualTo("call " + i);
        }
    }

    @Test
    default void moreCallsThanStreamsWaitForTheirTurn() throws Exception {
        Limits few = Limits.defaults().with(Limit.STREAMS, 3);
        Conversation conversation = talks().talk(few, Talks::echo);
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            calls.add(Talks.call(conversation, "call " + i));
        }
        for (int i = 0; i < 100; i++) {
            assertThat(Talks.read(calls.get(i))).isEqualTo("call " + i);
        }
    }

    @Test
    default void aLargeMessageComesBackAsItWasSent() throws Exception {
        Conversation conversation = talks().talk(Limits.defaults(), Talks::echoBytes);
        byte[] large = new byte[Talks.LARGE];
        new Random(1).nextBytes(large);
        Call call = conversation.beginCall(Talks.LONG);
        call.sink().writeBytes(large, 0, large.length);
        call.send();
        try (IncomingMessage answer = call.response().get(60, TimeUnit.SECONDS)) {
            byte[] back = new byte[large.length];
            answer.source().readBytes(back, 0, back.length);
            answer.source().expectEnd("answer");
            assertThat(back).isEqualTo(large);
        }
    }

    @Test
    default void aSmallCallPassesALargeOneThatWaitsForMoreOfItself() throws Exception {
        Conversation conversation = talks().uncompressed().talk(Talks.OUT_EARLY, Talks::echoBytes);
        Call large = conversation.beginCall(Talks.LONG);
        byte[] half = new byte[Talks.LARGE / 2];
        large.sink().writeBytes(half, 0, half.length);
        Call small = conversation.beginCall(Talks.LONG);
        small.sink().writeInt(42);
        small.send();
        try (IncomingMessage answer = small.response().get(60, TimeUnit.SECONDS)) {
            assertThat(answer.source().readInt()).isEqualTo(42);
        }
        assertThat(large.response()).isNotDone();
        large.sink().writeBytes(half, 0, half.length);
        large.send();
        try (IncomingMessage answer = large.response().get(60, TimeUnit.SECONDS)) {
            assertThat(answer.source().remaining()).isEqualTo(2L * half.length);
        }
    }

    @Test
    default void tinyWindowsSlowAMessageDownButDoNotStopIt() throws Exception {
        Limits tiny = Limits.defaults()
                .with(Limit.STREAM_CREDIT, 1000)
                .with(Limit.SESSION_CREDIT, 1500)
                .with(Limit.FRAME_BYTES, 1024);
        int length = talks().amount(300_000);
        Conversation conversation = talks().talk(tiny, Talks::echoBytes);
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Call call = conversation.beginCall(Talks.LONG);
            byte[] content = new byte[length];
            call.sink().writeBytes(content, 0, content.length);
            call.send();
            calls.add(call);
        }
        for (Call call : calls) {
            try (IncomingMessage answer = call.response().get(60, TimeUnit.SECONDS)) {
                assertThat(answer.source().remaining()).isEqualTo(length);
            }
        }
    }

    /**
     * Longer messages are not remembered by the compression {@code delta}, so their content follows its head unchanged.
     */
    @ParameterizedTest
    @CsvSource({"none, 1000000", "delta, 1000000", "delta, 2000000"})
    default void aMessageMayBeAsLongAsTheLimit(String compression, int length) throws Exception {
        Limits limits = Limits.defaults().with(Limit.MESSAGE_BYTES, length);
        Conversation conversation = talks().compressed(compression).talk(limits, Talks::echoBytes);
        for (int i = 0; i < 3; i++) {
            Call call = Talks.callBytes(conversation, length);
            try (IncomingMessage answer = call.response().get(60, TimeUnit.SECONDS)) {
                assertThat(answer.source().remaining()).isEqualTo(length);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "delta"})
    default void aMessageAboveTheLimitFailsAtItsSenderAndNamesTheSetting(String compression) throws Exception {
        Limits small = Limits.defaults().with(Limit.MESSAGE_BYTES, 1_000_000);
        Conversation conversation = talks().compressed(compression).talk(small, Talks::echoBytes);
        Call call = conversation.beginCall(Talks.LONG);
        byte[] tooMuch = new byte[1_000_001];
        assertThatThrownBy(() -> {
                    call.sink().writeBytes(tooMuch, 0, tooMuch.length);
                    call.send();
                })
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT))
                .hasMessageContaining("parley.limits.message-bytes");
        call.discard();
        assertThat(call.response()).isCompletedExceptionally();
        assertThat(conversation.isOpen()).isTrue();
    }

    @Test
    default void memoryIsGivenBackAsAMessageIsRead() throws Exception {
        BlockingQueue<IncomingMessage> held = new LinkedBlockingQueue<>();
        ParleyRuntime server = talks().uncompressed().runtime(Limits.defaults());
        Agreement agreement = talks().agreement(server, Limits.defaults());
        byte[] token = server.issue(agreement, "someone", null, held::add);
        int length = Talks.LARGE / 4;
        Talks.callBytes(Talks.open(talks().runtime(Limits.defaults()), agreement, token), length);
        IncomingMessage message = Talks.take(held);
        assertThat(server.reservedBytes()).isEqualTo(length);
        message.source().readBytes(new byte[length / 2], 0, length / 2);
        assertThat(server.reservedBytes()).isLessThan(length * 3L / 5);
        message.source().readBytes(new byte[length - length / 2], 0, length - length / 2);
        message.source().expectEnd("request");
        assertThat(server.reservedBytes()).isZero();
        message.close();
        assertThat(server.reservedBytes()).isZero();
    }

    @Test
    default void sixteenLargeAnswersThatWaitToBeReadFitTheDefaultLimits() throws Exception {
        int[] lengths = {1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4};
        Conversation conversation = talks().talk(Limits.defaults(), message -> {
            int length = message.source().readInt();
            OutgoingMessage response = message.beginResponse(false);
            response.sink().writeBytes(new byte[length], 0, length);
            response.send();
            message.close();
        });
        List<Call> calls = new ArrayList<>();
        for (int mebibytes : lengths) {
            Call call = conversation.beginCall(Talks.LONG);
            call.sink().writeInt(mebibytes << 20);
            call.send();
            calls.add(call);
        }
        List<IncomingMessage> answers = new ArrayList<>();
        for (Call call : calls) {
            answers.add(call.response().get(60, TimeUnit.SECONDS));
        }
        for (int i = 0; i < lengths.length; i++) {
            assertThat(answers.get(i).source().remaining()).isEqualTo((long) lengths[i] << 20);
            answers.get(i).close();
        }
    }

    @Test
    default void aMessageThatDoesNotFitTheBudgetIsRefusedAndMayGoAnotherWay() throws Exception {
        BlockingQueue<IncomingMessage> held = new LinkedBlockingQueue<>();
        Limits tight = Limits.defaults().with(Limit.MESSAGE_BYTES, 600_000).with(Limit.TOTAL_BYTES, 1_000_000);
        Conversation conversation = talks().uncompressed().talk(tight, held::add);
        Call first = Talks.callBytes(conversation, 600_000);
        IncomingMessage holding = Talks.take(held);
        Call second = Talks.callBytes(conversation, 600_000);
        ParleyException failure = Talks.failure(second);
        assertThat(failure.code()).isEqualTo(ErrorCode.BUDGET);
        assertThat(failure).hasMessageContaining("parley.limits.total-bytes");
        holding.close();
        assertThat(Talks.failure(first).code()).isEqualTo(ErrorCode.INTERNAL);
        Call third = Talks.callBytes(conversation, 600_000);
        try (IncomingMessage message = Talks.take(held)) {
            Talks.answerOnly(message, "there was room again");
        }
        assertThat(Talks.read(third)).isEqualTo("there was room again");
    }

    /** Attack: a peer that opens a session and reads, but grants no credit. */
    @Test
    default void aPeerThatGivesNoCreditHoldsUpOnlyItsOwnStreams() throws Exception {
        Limits limits = Limits.defaults().with(Limit.STREAM_CREDIT, 100_000);
        BlockingQueue<Conversation> accepted = new LinkedBlockingQueue<>();
        ParleyRuntime server = talks().runtime(limits);
        Agreement agreement = talks().agreement(server, limits);
        byte[] token = server.issue(agreement, "someone", null, message -> {
            accepted.add(message.conversation());
            message.close();
        });
        try (RawPeer peer = RawPeer.open(
                talks().provider(),
                new Address(
                        agreement.addresses().get(0).host(),
                        agreement.addresses().get(0).port()),
                token,
                agreement.digest().bytes())) {
            peer.sendOneWay(1, "hello");
            Conversation conversation = accepted.take();
            OutgoingMessage large = conversation.beginOneWay();
            large.sink().writeBytes(new byte[500_000], 0, 500_000);
            large.send();
            OutgoingMessage small = conversation.beginOneWay();
            small.sink().writeInt(1);
            small.send();
            assertThat(peer.contentUntilEnd(4)).isEqualTo(4);
            assertThat(peer.contentSoFar(2)).isEqualTo(100_000);
        }
    }
}
