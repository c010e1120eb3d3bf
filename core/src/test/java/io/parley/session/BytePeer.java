package io.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.frame.AbortFrame;
import io.parley.frame.FrameHeader;
import io.parley.frame.FrameType;
import io.parley.frame.Framing;
import io.parley.frame.GoawayFrame;
import io.parley.frame.RawFrame;
import io.parley.frame.RefuseFrame;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;

/** The peer of a session under test, controlled byte by byte; its methods return the effects of the session. */
final class BytePeer implements AutoCloseable {
    static final Limits LIMITS = Limits.defaults()
            .with(Limit.STREAMS, 2)
            .with(Limit.STREAM_CREDIT, 1000)
            .with(Limit.SESSION_CREDIT, 1500)
            .with(Limit.MESSAGE_BYTES, 5000)
            .with(Limit.SESSION_BYTES, 6000)
            .with(Limit.SIDES, 3)
            .with(Limit.SIDE_BYTES, 2000)
            .with(Limit.CONTROL_RATE, 1500);
    static final int OPEN = 1;
    static final int ACCEPT = 2;
    static final int ACK = 5;
    static final int PING = 6;
    static final int PONG = 7;
    static final int GOAWAY = 8;
    static final int DATA = 9;
    static final int CREDIT = 10;
    static final int ABORT = 11;
    static final int BEGIN = 0x01;
    static final int END = 0x02;
    static final int AT_MOST = 0x04;
    static final int SIDES = 0x08;
    static final int SIDE = 0x40;
    static final int ONE_WAY = 0x10;
    static final int RESPONSE = 0x20;

    private static final String PREAMBLE = "50524c59 01 00 0000";

    private final Framing framing = new Framing(ByteBufAllocator.DEFAULT, false);
    Side side = Side.accepting(LIMITS);
    private boolean inOneRead;
    private long sequence;
    private long now;

    BytePeer accepting() {
        return this;
    }

    BytePeer connecting() {
        side = Side.opening(LIMITS);
        side.session.start();
        return this;
    }

    BytePeer greeted() {
        return hexOk(PREAMBLE);
    }

    /** Opens an accepting session. */
    BytePeer accepted() {
        greeted().open(Side.TOKEN, digest());
        assertThat(side.opened()).isTrue();
        return this;
    }

    /** Opens an opening session. */
    BytePeer opened() {
        connecting().greeted().accept(digest());
        assertThat(side.opened()).isTrue();
        return this;
    }

    byte[] digest() {
        return side.agreement.digest().bytes();
    }

    String open(byte[] token, byte[] digest) {
        return raw(RawFrame.of(
                OPEN, 0, 0, 0, HexFormat.of().toHexDigits((byte) token.length) + hex(token) + hex(digest) + "0000"));
    }

    String accept(byte[] digest) {
        return raw(RawFrame.of(ACCEPT, 0, 0, 0, hex(digest) + "0000000000000000 00"));
    }

    BytePeer request() {
        side.send(MessageKind.REQUEST, Unpooled.EMPTY_BUFFER);
        return this;
    }

    BytePeer cancelledRequest() {
        Stream stream = side.send(MessageKind.REQUEST, Unpooled.EMPTY_BUFFER);
        side.session.exchange().abort(stream, ErrorCode.CANCELLED, "not wanted any more");
        return this;
    }

    /** Sends a one-way message that announces side streams. */
    String announce(int stream, int count) {
        return frame(
                DATA,
                BEGIN | END | SIDES | ONE_WAY,
                stream,
                "0000000000000000" + HexFormat.of().toHexDigits((short) count));
    }

    BytePeer announcing(int stream, int count) {
        announce(stream, count);
        assertThat(side.received().get(side.received().size() - 1).content().sides())
                .hasSize(count);
        return this;
    }

    /** Sends a response that announces side streams. */
    BytePeer answering(int stream, int count) {
        frame(
                DATA,
                BEGIN | END | SIDES | RESPONSE,
                stream,
                "0000000000000000" + HexFormat.of().toHexDigits((short) count));
        return this;
    }

    String side(int stream, int message, int number, int flags) {
        return side(stream, message, number, flags, 2000);
    }

    String side(int stream, int message, int number, int flags, long declared) {
        HexFormat hex = HexFormat.of();
        return frame(
                DATA,
                BEGIN | SIDE | flags,
                stream,
                hex.toHexDigits(declared) + hex.toHexDigits(message) + hex.toHexDigits((short) number));
    }

    /** Starts side stream 3 of the message on stream 1. */
    BytePeer begunSide(int flags, long declared) {
        announcing(1, 1).side(3, 1, 0, flags, declared);
        return this;
    }

    BytePeer giveUpSide(ErrorCode code) {
        side.session.exchange().cancel(side.received().get(0).content().sides().get(0), code, "in time");
        return this;
    }

    BytePeer unfinishedRequest() {
        side.send(MessageKind.REQUEST, Unpooled.wrappedBuffer(new byte[2000]));
        return this;
    }

    BytePeer drained() {
        side.session.exchange().drain(ErrorCode.GOING_AWAY, "");
        return this;
    }

    BytePeer goaway() {
        frame(GOAWAY, 1, 0, "0c 00000000");
        return this;
    }

    BytePeer deaf() {
        side.writable = false;
        return this;
    }

    BytePeer data(int stream, int flags, long declared) {
        frame(DATA, flags, stream, HexFormat.of().toHexDigits(declared));
        return this;
    }

    String begin(int stream, int kind, long declared) {
        return frame(DATA, BEGIN | kind, stream, HexFormat.of().toHexDigits(declared));
    }

    /** Advances the time in ticks while the peer only shows that it is alive; returns the effects. */
    String aliveFor(Duration time) {
        int before = side.out.size();
        for (long over = 0; over <= time.toSeconds(); over += 10) {
            frame(PING, 0, 0, "0000000000000000");
            now += TimeUnit.SECONDS.toNanos(10);
            side.session.onTick(now);
        }
        return outcome(before);
    }

    /** Sends frames that arrive in one read. */
    String many(int count, int type, String payload) {
        inOneRead = true;
        String last = "";
        for (int i = 0; i < count; i++) {
            last = frame(type, 0, 0, payload);
        }
        inOneRead = false;
        side.session.onReadComplete();
        return last;
    }

    BytePeer hexOk(String hex) {
        hex(hex);
        return this;
    }

    String hex(String hex) {
        return bytes(HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    String bytes(byte[] bytes) {
        return raw(Unpooled.wrappedBuffer(bytes));
    }

    String timeout() {
        side.session.onOpenTimeout();
        return outcome(0);
    }

    String refuse(RuntimeException why) {
        side.session.onRefused(why);
        return outcome(0);
    }

    /** Sends a frame with the correct sequence number; returns its effects. */
    String frame(int type, int flags, int stream, String payload) {
        boolean numbered = type == DATA || type == CREDIT || type == ABORT || type == GOAWAY;
        return raw(RawFrame.of(type, flags, numbered ? ++sequence : 0, stream, payload));
    }

    /** Feeds bytes to the session like a channel; returns their effects. */
    String raw(ByteBuf bytes) {
        int before = side.out.size();
        try {
            int length = side.session.frameLength(bytes);
            side.session.onFrame(
                    bytes.retainedSlice(bytes.readerIndex(), Math.min(length, bytes.readableBytes())), now);
        } catch (ParleyException e) {
            side.session.onRefused(e);
        } finally {
            bytes.release();
        }
        if (!inOneRead) {
            side.session.onReadComplete();
        }
        return outcome(before);
    }

    private String outcome(int before) {
        String spoken = "";
        int at = 0;
        for (ByteBuf frame : side.out) {
            if (at++ >= before && frame.readableBytes() >= FrameHeader.BYTES) {
                String said = said(frame);
                spoken = said.isEmpty() ? spoken : said;
            }
        }
        if (!side.over()) {
            return spoken.isEmpty() ? "ignore" : spoken;
        }
        assertThat(side.disconnected).as("disconnected").isTrue();
        if (spoken.isEmpty() && side.session.framesOut() > 0) {
            return "refuse " + side.why().code();
        }
        return spoken.isEmpty() ? "cut" : spoken;
    }

    private String said(ByteBuf frame) {
        FrameType type = framing.check(frame);
        return switch (type) {
            case REFUSE -> "refuse " + code(RefuseFrame.code(frame));
            case GOAWAY ->
                (FrameHeader.flags(frame) & GoawayFrame.DRAIN) == 0 ? "end " + code(GoawayFrame.code(frame)) : "";
            case ABORT -> "abort " + code(AbortFrame.code(frame));
            default -> "";
        };
    }

    private static ErrorCode code(int number) {
        return ErrorCode.of(number).orElseThrow();
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    @Override
    public void close() {
        side.close();
    }
}
