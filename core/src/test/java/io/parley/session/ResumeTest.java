package io.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.frame.AcceptFrame;
import io.parley.frame.AckFrame;
import io.parley.frame.FrameHeader;
import io.parley.frame.FrameType;
import io.parley.frame.Framing;
import io.parley.frame.GoawayFrame;
import io.parley.frame.Preamble;
import io.parley.frame.RefuseFrame;
import io.parley.frame.ResumeFrame;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests both sides of a resumable session; docs/protocol/durable.md, section 12, with the rows of 12.4. */
class ResumeTest {
    private static final int WINDOW = 100_000;
    private static final Limits LIMITS =
            Limits.defaults().with(Limit.RESEND_BYTES, WINDOW).with(Limit.CONTROL_RATE, 1000);

    private final Framing framing = new Framing(ByteBufAllocator.DEFAULT, false);
    private final Side client = Side.resumable(true, LIMITS, ByteBufAllocator.DEFAULT);
    private final Side server = Side.resumable(false, LIMITS, ByteBufAllocator.DEFAULT);
    private long now;

    @BeforeEach
    void open() {
        client.session.start();
        deliver();
        assertThat(server.opened() && client.opened()).isTrue();
    }

    @AfterEach
    void nothingIsKeptOnceBothSidesAreOver() {
        for (Side side : new Side[] {client, server}) {
            side.close();
            side.session.giveUp(new ParleyException(ErrorCode.CONNECTION_LOST, "the test is over"));
            assertThat(side.reserved()).as("reserved or kept").isZero();
        }
    }

    @Test
    void whatIsSentCountsAgainstTheBudgetUntilItIsAcknowledged() {
        client.send(MessageKind.ONE_WAY, content(1000));
        long kept = client.sending.reserved();
        assertThat(kept).isBetween(1000L, 1400L);
        deliver();
        assertThat(client.sending.reserved()).isEqualTo(kept);
        server.session.onTick(now);
        deliver();
        assertThat(client.sending.reserved()).isZero();
    }

    @Test
    void contentWaitsWhileTheWindowIsFull() {
        Stream stream = client.send(MessageKind.ONE_WAY, content(10 * WINDOW));
        assertThat(stream.queuedBytes()).isPositive();
        assertThat(client.sending.reserved()).isLessThan(12L * WINDOW);
        deliver();
        assertThat(stream.queuedBytes()).isZero();
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void withoutRoomInTheBudgetASessionGoesOnFromOneAcknowledgementToTheNext() {
        client.sending.count(Limits.defaults().get(Limit.TOTAL_BYTES) - 20 * WINDOW);
        try {
            client.send(MessageKind.ONE_WAY, content(10 * WINDOW));
            client.sending.count(20 * WINDOW);
            deliver();
            client.sending.count(-20 * WINDOW);
            assertThat(server.received()).hasSize(1);
        } finally {
            client.sending.count(20 * WINDOW - Limits.defaults().get(Limit.TOTAL_BYTES));
        }
    }

    @Test
    void aPingUnderWayIsAskedAgain() {
        client.session.exchange().ping(now);
        cutAndResume();
        assertThat(client.pongs()).isOne();
        assertThat(client.proved() && server.proved()).isTrue();
    }

    @Test
    void aLostAcceptLosesNothing() {
        client.cut();
        server.cut();
        client.reconnect(true);
        server.reconnect(false);
        hand(client, server);
        assertThat(server.session.isLost()).isFalse();
        client.send(MessageKind.ONE_WAY, content(10));
        cutAndResume();
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void row3ANumberThatWasNeverSentIsRefusedAndTheSessionWaitsOn() {
        server.cut();
        server.reconnect(false);
        byte[] secret = server.secrets.get(0);
        toServer(Preamble.encode(ByteBufAllocator.DEFAULT, 0));
        Side door = server.door;
        toServer(ResumeFrame.encode(framing, secret, server.agreement.digest().bytes(), 5));
        assertThat(said(door)).isEqualTo("refuse PROTOCOL");
        assertThat(server.session.isLost()).isTrue();
        door.close();
        server.door = null;
    }

    @Test
    void row5WhoResumesAllTheTimeIsRefused() {
        int times = 0;
        while (server.door == null && times < 20) {
            client.cut();
            client.reconnect(true);
            server.reconnect(false);
            deliverOnce();
            times++;
        }
        assertThat(times).isEqualTo(11);
        assertThat(client.why().code()).isEqualTo(ErrorCode.ENHANCE_CALM);
        server.door.close();
        server.door = null;
    }

    @Test
    void row6ASecretThatIsTooShortIsRefused() {
        try (Side other = Side.resumable(true, LIMITS, ByteBufAllocator.DEFAULT)) {
            other.session.start();
            take(other, Preamble.encode(ByteBufAllocator.DEFAULT, 0));
            take(other, AcceptFrame.encode(framing, other.agreement.digest().bytes(), 0, new byte[3]));
            assertThat(other.why().code()).isEqualTo(ErrorCode.PROTOCOL);
        }
    }

    @Test
    void row7AnAcknowledgementOfWhatWasNeverSentEndsTheSession() {
        take(server, AckFrame.encode(framing, 1));
        assertThat(said(server)).isEqualTo("end PROTOCOL");
    }

    @Test
    void row8AFrameThatComesOnceMoreIsIgnored() {
        client.send(MessageKind.ONE_WAY, content(10));
        ByteBuf again = client.out.peek().copy();
        deliver();
        cutAndResume();
        take(server, again);
        assertThat(server.received()).hasSize(1);
        assertThat(server.session.isClosed() || server.session.isLost()).isFalse();
    }

    @Test
    void row9ADamagedFrameCutsAndTheSixthInARowEnds() {
        for (int i = 0; i < 5; i++) {
            damage();
            assertThat(server.session.isLost()).isTrue();
            client.cut();
            client.reconnect(true);
            server.reconnect(false);
            hand(client, server, 2);
            assertThat(server.session.isLost()).isFalse();
        }
        damage();
        assertThat(server.over()).isTrue();
        assertThat(server.why().code()).isEqualTo(ErrorCode.MALFORMED_FRAME);
    }

    @Test
    void row10APeerThatAcknowledgesNothingOfWhatItMadeThisSideSendIsNotPutUpWith() {
        Budget budget = Budget.of(Long.MAX_VALUE);
        Unacknowledged kept = new Unacknowledged(WINDOW, budget);
        ByteBuf frame = content(400);
        try {
            long most = 2L * WINDOW + 1024 * 1024;
            while (budget.reserved() + Unacknowledged.cost(400) <= most) {
                kept.addRetained(frame, 0);
            }
            kept.checkPeerAcknowledges();
            kept.addRetained(frame, 0);
            assertThatThrownBy(kept::checkPeerAcknowledges)
                    .isInstanceOfSatisfying(
                            ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FLOW_CONTROL));
        } finally {
            kept.release();
            frame.release();
        }
        assertThat(budget.reserved()).isZero();
    }

    @Test
    void row11ASessionWithoutAConnectionWaitsAndThenIsOver() {
        Stream sent = client.send(MessageKind.REQUEST, content(10));
        deliver();
        client.cut();
        assertThat(client.lost()).isEqualTo(1);
        assertThat(client.over()).isFalse();
        assertThat(client.session.isOpen()).isTrue();
        Stream unsent = client.send(MessageKind.REQUEST, content(10));
        client.session.giveUp(new ParleyException(ErrorCode.CONNECTION_LOST, "nobody came"));
        assertThat(client.why().code()).isEqualTo(ErrorCode.CONNECTION_LOST);
        for (Side.Failed failed : client.failed()) {
            ErrorCode.Retry expected = failed.stream() == unsent ? ErrorCode.Retry.SAFE : ErrorCode.Retry.NEVER;
            assertThat(failed.why().retry()).isEqualTo(expected);
        }
        assertThat(client.failed()).extracting(Side.Failed::stream).containsExactlyInAnyOrder(sent, unsent);
    }

    @Test
    void aSilentConnectionIsLostAndTheSessionGoesOn() {
        now += Side.KEEP_ALIVE.toNanos();
        client.session.onTick(now);
        assertThat(client.session.isLost()).isTrue();
        client.reconnect(true);
        server.reconnect(false);
        deliver();
        assertThat(client.session.isLost()).isFalse();
        client.session.onTick(now + Duration.ofSeconds(1).toNanos());
        assertThat(client.session.isLost()).isFalse();
    }

    @Test
    void aDrainedSessionIsOverOnceEverythingIsAcknowledged() {
        client.send(MessageKind.ONE_WAY, content(10));
        client.session.exchange().drain(ErrorCode.GOING_AWAY, "done");
        assertThat(client.over()).isFalse();
        client.cut();
        cutAndResume();
        assertThat(client.over() && server.over()).isTrue();
        assertThat(client.why()).isNull();
        assertThat(server.why()).isNull();
        assertThat(server.received()).hasSize(1);
    }

    private void damage() {
        ByteBuf frame = AckFrame.encode(framing, 0);
        take(server, frame.setByte(FrameHeader.BYTES - 1, frame.getByte(FrameHeader.BYTES - 1) ^ 1));
    }

    private void cutAndResume() {
        client.cut();
        server.cut();
        client.reconnect(true);
        server.reconnect(false);
        deliver();
    }

    private void deliver() {
        while (!client.line().isEmpty() || !server.line().isEmpty()) {
            hand(client, server);
            hand(server, client);
        }
    }

    private void deliverOnce() {
        hand(client, server, 2);
        hand(server, client);
    }

    private void hand(Side from, Side to) {
        hand(from, to, Integer.MAX_VALUE);
    }

    private void hand(Side from, Side to, int most) {
        for (int i = 0; i < most && !from.line().isEmpty(); i++) {
            take(to, from.line().poll());
        }
    }

    private void take(Side to, ByteBuf frame) {
        to.current().frameLength(frame);
        to.receive(frame, now);
    }

    private void toServer(ByteBuf frame) {
        take(server, frame);
    }

    private String said(Side by) {
        String said = "";
        for (ByteBuf frame : by.out) {
            if (frame.readableBytes() < FrameHeader.BYTES) {
                continue;
            }
            FrameType type = framing.check(frame);
            if (type == FrameType.REFUSE) {
                said = "refuse " + ErrorCode.of(RefuseFrame.code(frame)).orElseThrow();
            } else if (type == FrameType.GOAWAY) {
                said = "end " + ErrorCode.of(GoawayFrame.code(frame)).orElseThrow();
            }
        }
        return said;
    }

    private static ByteBuf content(int bytes) {
        return ByteBufAllocator.DEFAULT.buffer(bytes).writeZero(bytes);
    }
}
