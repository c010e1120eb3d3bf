package io.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.frame.FrameType;
import io.parley.frame.Framing;
import io.parley.frame.PingFrame;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests when a silent peer is pinged, suspected and given up as lost; docs/protocol/framing.md, section 7. */
class SilenceTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Framing framing = new Framing(ByteBufAllocator.DEFAULT, false);
    private Side client = Side.opening(Limits.defaults());
    private Side server = Side.accepting(Limits.defaults());
    private long now = SECOND;

    @BeforeEach
    void open() {
        client.session.start();
        deliver();
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private void resumable(Limits limits) {
        close();
        client = Side.resumable(true, limits, ByteBufAllocator.DEFAULT);
        server = Side.resumable(false, limits, ByteBufAllocator.DEFAULT);
        open();
    }

    @Test
    void aCallThatTimesOutAfterSilencePingsAtOnceAndSuspects() {
        now += 2 * SECOND;
        callTimedOut(2 * SECOND);
        assertThat(client.suspect()).isTrue();
        assertThat(sent(FrameType.PING)).isEqualTo(1);
        assertThat(client.session.untilPeerCheck(now)).isEqualTo(SECOND);
    }

    @Test
    void theAnswerEndsTheSuspicionAndTheSessionGoesOn() {
        now += 2 * SECOND;
        Stream slow = client.send(MessageKind.REQUEST, Unpooled.EMPTY_BUFFER);
        callTimedOut(2 * SECOND);
        now += 999 * MILLI;
        deliver();
        now += SECOND;
        client.session.onPeerCheck(now);
        assertThat(client.suspect()).isFalse();
        assertThat(client.session.isOpen()).isTrue();
        assertThat(slow.isClosed()).isFalse();
    }

    @Test
    void aSessionOfASilentPeerEndsOneSecondAfterTheCallTimedOut() {
        now += 2 * SECOND;
        callTimedOut(2 * SECOND);
        now += SECOND - 1;
        client.session.onPeerCheck(now);
        assertThat(client.over()).isFalse();
        now++;
        client.session.onPeerCheck(now);
        assertThat(client.over()).isTrue();
        assertThat(client.why().code()).isEqualTo(ErrorCode.CONNECTION_LOST);
        assertThat(client.why()).hasMessageContaining("after a call ran out of time");
    }

    @Test
    void aSessionThatCanBeResumedLosesItsConnectionInstead() {
        resumable(Limits.defaults());
        now += 2 * SECOND;
        callTimedOut(2 * SECOND);
        now += SECOND;
        client.session.onPeerCheck(now);
        assertThat(client.lost()).isEqualTo(1);
        assertThat(client.over()).isFalse();
        assertThat(client.suspect()).as("until another connection works").isTrue();
        client.line().forEach(ByteBuf::release);
        client.line().clear();
        server.reconnect(false);
        client.reconnect(true);
        deliver();
        assertThat(client.resumed()).isEqualTo(1);
        assertThat(client.suspect()).isFalse();
    }

    @Test
    void callsUnderWayOutliveASilenceThatEnds() {
        now += 2 * SECOND;
        Stream slow = client.send(MessageKind.REQUEST, Unpooled.EMPTY_BUFFER);
        callTimedOut(2 * SECOND);
        now += SECOND;
        client.session.onPeerCheck(now);
        assertThat(client.session.isOpen()).as("takes further calls").isFalse();
        assertThat(client.over()).isFalse();
        assertThat(slow.isClosed()).isFalse();

        now += 20 * SECOND;
        deliver();
        Side.Message request = server.received().get(0);
        server.session.exchange().beginAnswer(request.stream(), MessageKind.RESPONSE);
        server.session.exchange().write(request.stream(), Unpooled.EMPTY_BUFFER, true);
        deliver();
        assertThat(client.received()).hasSize(1);
        assertThat(client.over()).isTrue();
        assertThat(client.why()).isNull();
    }

    @Test
    void callsUnderWayOnASilentConnectionEndWithTheKeepAliveTime() {
        Stream slow = client.send(MessageKind.REQUEST, Unpooled.EMPTY_BUFFER);
        long silentSince = now;
        now += 2 * SECOND;
        callTimedOut(2 * SECOND);
        now += SECOND;
        client.session.onPeerCheck(now);
        now = silentSince + Side.KEEP_ALIVE.toNanos();
        client.session.onPeerCheck(now);
        assertThat(slow.isClosed()).isTrue();
        assertThat(client.why().code()).isEqualTo(ErrorCode.CONNECTION_LOST);
    }

    @Test
    void aStormOfTimeoutsIsOnePing() {
        now += 2 * SECOND;
        for (int i = 0; i < 1000; i++) {
            callTimedOut(2 * SECOND);
        }
        assertThat(sent(FrameType.PING)).isEqualTo(1);
    }

    @Test
    void aPeerThatAnswersOthersMeanwhileIsNotSuspectForASlowCall() {
        now += 2 * SECOND;
        heard();
        now += 50 * MILLI;
        callTimedOut(2 * SECOND);
        assertThat(client.suspect()).isFalse();
        assertThat(client.out).isEmpty();
    }

    @Test
    void aTimeoutShorterThanTheWayIsNoReasonToLoseTheSession() {
        for (int i = 0; i < 100; i++) {
            now += 5 * MILLI;
            callTimedOut(5 * MILLI);
            now += 300 * MILLI; // one round-trip time
            client.session.onPeerCheck(now);
            deliver();
            assertThat(client.suspect()).isFalse();
        }
        assertThat(client.session.isOpen()).isTrue();
    }

    @Test
    void aLongWayIsGivenItsTime() {
        client.session.exchange().ping(now);
        now += 800 * MILLI;
        deliver();
        now += 2 * SECOND;
        callTimedOut(2 * SECOND);
        assertThat(client.session.untilPeerCheck(now)).isEqualTo(4 * 800 * MILLI);
    }

    @Test
    void whatWasSentBeforeThePingIsGivenItsTime() {
        client.send(MessageKind.REQUEST, content(640 * 1024));
        now += 2 * SECOND;
        callTimedOut(2 * SECOND);
        assertThat(client.session.untilPeerCheck(now)).isEqualTo(11 * SECOND);
    }

    @Test
    void bytesThatAreNoWholeFrameYetAreASignOfLife() {
        now += 2 * SECOND;
        callTimedOut(2 * SECOND);
        client.session.onBytes(now);
        assertThat(client.suspect()).isFalse();
    }

    @Test
    void whoIsTakenForLostAgainAndAgainIsGivenMoreTime() {
        resumable(Limits.defaults());
        for (int seconds = 1; seconds <= 8; seconds *= 2) {
            now += 10 * SECOND;
            callTimedOut(SECOND);
            assertThat(client.session.untilPeerCheck(now)).isEqualTo(seconds * SECOND);
            now += seconds * SECOND;
            client.session.onPeerCheck(now);
            client.line().forEach(ByteBuf::release);
            client.line().clear();
            server.reconnect(false);
            client.reconnect(true);
            // The peer comes back, but its answer to the ping is lost each time.
            deliverWithoutPongs();
        }
        assertThat(client.lost()).isEqualTo(4);
    }

    @Test
    void aSilentPeerIsAskedAfterHalfOfTheTimeAndLostAfterTheWhole() {
        Duration half = Side.KEEP_ALIVE.dividedBy(2);
        assertThat(client.session.untilPeerCheck(now)).isEqualTo(half.toNanos());
        now += half.toNanos();
        client.session.onPeerCheck(now);
        assertThat(sent(FrameType.PING)).isEqualTo(1);
        assertThat(client.session.untilPeerCheck(now)).isEqualTo(half.toNanos());
        now += half.toNanos();
        client.session.onPeerCheck(now);
        assertThat(client.why().code()).isEqualTo(ErrorCode.CONNECTION_LOST);
        assertThat(client.why()).hasMessageContaining(Limit.KEEP_ALIVE_MILLIS.setting());
    }

    @Test
    void aChannelThatDoesNotTellOfItsEndHasAThirdOfTheTimeAndMoreWhereRoundTripsAreLong() {
        close();
        client = Side.silent(true);
        server = Side.silent(false);
        open();
        assertThat(client.session.untilPeerCheck(now)).isEqualTo(5 * SECOND);
        client.datagrams.roundTrip = 2 * SECOND;
        assertThat(client.session.untilPeerCheck(now)).isEqualTo(12 * SECOND);
        now += 23 * SECOND;
        client.session.onPeerCheck(now);
        assertThat(client.over()).isFalse();
        client.datagrams.roundTrip = 60 * SECOND;
        now += 6 * SECOND;
        client.session.onPeerCheck(now);
        assertThat(client.over()).isFalse();
        now += SECOND;
        client.session.onPeerCheck(now);
        assertThat(client.why()).hasMessageContaining("within " + Side.KEEP_ALIVE.toMillis() + " ms");
    }

    @Test
    void sixteenPingsMayBeUnderWayAndNoMore() {
        for (int i = 0; i < 16; i++) {
            client.session.exchange().ping(now);
        }
        assertThatThrownBy(() -> client.session.exchange().ping(now))
                .hasMessageStartingWith("LIMIT: ")
                .hasMessageContaining("16 pings");
        deliver();
        client.session.exchange().ping(now);
        assertThat(client.over() || server.over()).isFalse();
    }

    @Test
    void aPeerWithMoreThanSixteenPingsUnderWayIsEnded() {
        comes(16);
        server.session.onReadComplete();
        comes(16);
        assertThat(server.over()).isFalse();
        comes(1);
        assertThat(server.why().code()).isEqualTo(ErrorCode.ENHANCE_CALM);
        assertThat(server.why()).hasMessageContaining("at most 16");
    }

    @Test
    void pingsWhoseAnswersDoNotGoOutCountFromReadToRead() {
        server.writable = false;
        for (int i = 0; i < 16; i++) {
            comes(1);
            server.session.onReadComplete();
        }
        assertThat(server.over()).isFalse();
        comes(1);
        assertThat(server.why().code()).isEqualTo(ErrorCode.ENHANCE_CALM);
    }

    private void callTimedOut(long after) {
        client.session.onCallTimeout(now - after, now);
    }

    private void comes(int pings) {
        for (int i = 0; i < pings; i++) {
            ByteBuf ping = PingFrame.encodePing(framing, i);
            server.session.onFrame(ping, now);
        }
    }

    /** Delivers something other than an answer to a ping. */
    private void heard() {
        server.send(MessageKind.ONE_WAY, Unpooled.EMPTY_BUFFER);
        deliver();
    }

    private static ByteBuf content(int bytes) {
        return ByteBufAllocator.DEFAULT.buffer(bytes).writeZero(bytes);
    }

    private long sent(FrameType type) {
        return client.out.stream().filter(frame -> framing.check(frame) == type).count();
    }

    private void deliver() {
        deliver(frame -> true);
    }

    private void deliverWithoutPongs() {
        deliver(frame -> frame.readableBytes() < 20 || framing.check(frame) != FrameType.PONG);
    }

    private void deliver(Predicate<ByteBuf> arrives) {
        while (!client.line().isEmpty() || !server.line().isEmpty()) {
            pass(client, server, arrives);
            pass(server, client, arrives);
        }
    }

    private void pass(Side from, Side to, Predicate<ByteBuf> arrives) {
        for (ByteBuf frame = from.line().poll();
                frame != null;
                frame = from.line().poll()) {
            if (arrives.test(frame)) {
                to.current().frameLength(frame);
                to.receive(frame, now);
            } else {
                frame.release();
            }
        }
        to.session.onReadComplete();
    }
}
