package io.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.frame.FrameType;
import io.parley.frame.RawFrame;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests how much memory, and for how long, a peer may occupy that requests more than it reads. */
class SlowPeerTest extends TwoSides {
    private static final int ROOM = 10_000;
    private static final int STALL_SECONDS = 10;
    private static final Limits LIMITS = Limits.defaults()
            .with(Limit.SESSION_BYTES, ROOM)
            .with(Limit.MESSAGE_BYTES, 8_000)
            .with(Limit.STREAM_CREDIT, 2_000)
            .with(Limit.SESSION_CREDIT, 5_000)
            .with(Limit.STREAMS, 20)
            .with(Limit.STALL_MILLIS, TimeUnit.SECONDS.toMillis(STALL_SECONDS));

    SlowPeerTest() {
        super(LIMITS);
    }

    @Test
    void answersThatNobodyReadsAreTakenUpToTheBudgetAndThenRefused() {
        server.writable = false;
        List<Stream> requests = requests(3);
        answer(requests.get(0), 6_000);
        answer(requests.get(1), 4_000);
        assertThatThrownBy(() -> answer(requests.get(2), 1))
                .hasMessageStartingWith("BUDGET: ")
                .hasMessageContaining(ROOM + " of " + ROOM)
                .hasMessageContaining(Limit.SESSION_BYTES.setting());
    }

    @Test
    void aRefusedChunkLeavesItsStreamAsItWas() {
        server.writable = false;
        List<Stream> requests = requests(2);
        answer(requests.get(0), 6_000);
        Exchange exchange = server.session.exchange();
        exchange.beginAnswer(requests.get(1), MessageKind.RESPONSE);
        exchange.write(requests.get(1), content(3_000), false);
        assertThatThrownBy(() -> exchange.write(requests.get(1), content(2_000), true))
                .hasMessageStartingWith("BUDGET: ");
        exchange.write(requests.get(1), content(500), true);
        readAll();
        assertThat(client.received())
                .extracting(message -> message.content().length())
                .containsExactlyInAnyOrder(6_000L, 3_500L);
    }

    @Test
    void whatLeavesForTheChannelMakesRoom() {
        List<Stream> requests = requests(5);
        for (Stream request : requests) {
            answer(request, 6_000);
            readAll();
            takeAnswers();
        }
        assertThat(server.reserved()).isZero();
    }

    @Test
    void anAbortedMessageMakesRoom() {
        server.writable = false;
        List<Stream> requests = requests(2);
        answer(requests.get(0), 8_000);
        server.session.exchange().abort(requests.get(0), ErrorCode.CANCELLED, "given up");
        answer(requests.get(1), 8_000);
        assertThat(server.reserved()).isEqualTo(8_000);
    }

    @Test
    void anAnswerThatStartsAnewMakesRoom() {
        server.writable = false;
        Stream request = requests(1).get(0);
        answer(request, 8_000);
        answer(request, 5_000);
        assertThat(server.reserved()).isEqualTo(5_000);
    }

    @Test
    void aRequestThatIsHeldWhenItsSessionEndsKeepsNothing() {
        Stream held = client.session.exchange().begin(MessageKind.REQUEST);
        client.session.exchange().write(held, content(1_500), false);
        assertThat(client.reserved()).isEqualTo(1_500);
        client.session.onConnectionClosed(null);
        assertThat(client.reserved()).isZero();
        assertThat(client.failed())
                .singleElement()
                .satisfies(failed -> assertThat(failed.why().code().retry()).isEqualTo(ErrorCode.Retry.SAFE));
    }

    @Test
    void aRequestThatWasGivenUpWhileItWaitedIsNotFailedOnceMore() {
        client.writable = false;
        Stream waiting = client.send(MessageKind.REQUEST, content(10));
        client.session.exchange().abort(waiting, ErrorCode.CANCELLED, "given up");
        client.session.onConnectionClosed(null);
        assertThat(client.failed()).isEmpty();
    }

    @Test
    void theBudgetOfTheProcessCountsWhatAllSessionsHold() {
        server.writable = false;
        Stream request = requests(1).get(0);
        long others = LIMITS.get(Limit.TOTAL_BYTES) - 1_000;
        assertThat(server.sending.tryReserve(others)).isTrue();
        assertThatThrownBy(() -> answer(request, 1_001)).hasMessageStartingWith("BUDGET: ");
        answer(request, 1_000);
        server.sending.release(others);
    }

    @Test
    void aChannelThatTakesNothingEndsTheSession() {
        server.writable = false;
        answer(requests(1).get(0), 6_000);
        secondsPass(STALL_SECONDS + 1);
        assertTooSlow("session");
    }

    @Test
    void aPeerThatGivesTheSessionNoCreditEndsIt() {
        requests(4).forEach(request -> answer(request, 2_000));
        secondsPass(STALL_SECONDS + 1);
        assertTooSlow("session");
    }

    @Test
    void aPeerThatGivesAStreamNoCreditEndsTheSession() {
        answer(requests(1).get(0), 6_000);
        secondsPass(STALL_SECONDS + 1);
        assertTooSlow("stream 1");
    }

    @Test
    void aPeerThatTakesALittleNowAndThenIsServedToTheEnd() {
        Stream request = requests(1).get(0);
        answer(request, 2_003);
        for (int i = 0; i < 3; i++) {
            secondsPass(STALL_SECONDS - 1);
            comes(FrameType.CREDIT, 1, 1);
        }
        assertThat(server.over()).isFalse();
        assertThat(request.isClosed()).isTrue();
    }

    @Test
    void aReceiverShowsHowSlowlyItReceives() {
        Stream request = requests(1).get(0);
        answer(request, 6_000);
        ByteBuf first = server.out.poll();
        client.session.frameLength(first);
        client.session.onFrame(first, now);
        client.session.onTick(now);
        assertThat(client.out).as("credit for less than half a window").isNotEmpty();
    }

    @Test
    void aSessionWithNothingToSendLivesOn() {
        requests(2);
        secondsPass(10 * STALL_SECONDS);
        assertThat(server.over()).isFalse();
    }

    @Test
    void requestsThatWaitForEarlierAnswersDoNotCountAgainstThePeer() {
        for (int i = 0; i < LIMITS.get(Limit.STREAMS) + 1; i++) {
            client.send(MessageKind.REQUEST, content(10));
        }
        for (int i = 0; i < 5 * STALL_SECONDS; i++) {
            now += TimeUnit.SECONDS.toNanos(1);
            deliver();
            client.session.onTick(now);
        }
        assertThat(client.over()).isFalse();
        assertThat(server.received()).hasSize(LIMITS.getInt(Limit.STREAMS));
    }

    /** Sends requests to the server and delivers nothing else; returns the server's streams. */
    private List<Stream> requests(int count) {
        for (int i = 0; i < count; i++) {
            client.send(MessageKind.REQUEST, Unpooled.EMPTY_BUFFER);
        }
        deliver(client, server);
        List<Stream> streams = new ArrayList<>();
        server.received().forEach(message -> {
            message.content().close();
            streams.add(message.stream());
        });
        server.received().clear();
        assertThat(streams).hasSize(count);
        return streams;
    }

    private void answer(Stream request, int bytes) {
        server.session.exchange().beginAnswer(request, MessageKind.RESPONSE);
        server.session.exchange().write(request, content(bytes), true);
    }

    private void readAll() {
        server.writable = true;
        server.session.onWritable();
        deliver();
    }

    private void takeAnswers() {
        client.received().forEach(message -> message.content().close());
        client.received().clear();
    }

    /** Advances the time while the peer is alive but reads nothing. */
    private void secondsPass(int seconds) {
        for (int i = 0; i < seconds && !server.over(); i++) {
            now += TimeUnit.SECONDS.toNanos(1);
            comes(FrameType.PING, 0, "0000000000000000");
            server.session.onTick(now);
        }
    }

    private void comes(FrameType type, int stream, int credit) {
        comes(type, stream, HexFormat.of().toHexDigits(credit));
    }

    private void comes(FrameType type, int stream, String payload) {
        ByteBuf frame = RawFrame.of(type.number(), 0, 0, stream, payload);
        server.session.exchange().onFrame(type, frame, now);
        server.session.onReadComplete();
        frame.release();
    }

    private void assertTooSlow(String whose) {
        ParleyException why = server.why();
        assertThat(why).isNotNull();
        assertThat(why.code()).isEqualTo(ErrorCode.TOO_SLOW);
        assertThat(why).hasMessageContaining(whose).hasMessageContaining(Limit.STALL_MILLIS.setting());
        assertThat(server.reserved()).isZero();
    }
}
