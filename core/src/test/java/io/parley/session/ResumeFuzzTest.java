package io.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.frame.FrameHeader;
import io.parley.frame.FrameType;
import io.parley.frame.RawFrame;
import java.nio.ByteBuffer;

/**
 * Tests that a resumable session survives or ends with a code, whatever the peer does (cut, resume, acknowledge,
 * repeat, send wrong numbers), stays within its limits, and releases everything at its end. Each step of an input is a
 * byte for the action and a few for its arguments.
 */
class ResumeFuzzTest {
    private static final int WINDOW = 20_000;
    private static final Limits LIMITS =
            Limits.defaults().with(Limit.RESEND_BYTES, WINDOW).with(Limit.MESSAGE_BYTES, 100_000);
    /** Twice the window and 1 MiB, and the frame that exceeds them (docs/protocol/durable.md, section 12). */
    private static final long MOST_KEPT = 2L * WINDOW + (1 << 20) + (1 << 16);

    private static final byte[] PREAMBLE = {0x50, 0x52, 0x4C, 0x59, 1, 0, 0, 0};
    private static final int MOST_STEPS = 500;
    private static final int MOST_CONTENT = 3_000;

    /** Tests the accepting side with a peer that has its token and its secrets. */
    @FuzzTest
    void anAcceptingSideIsResumedByAnybody(byte[] bytes) {
        UnpooledByteBufAllocator buffers = new UnpooledByteBufAllocator(false, true);
        Side side = Side.resumable(false, LIMITS, buffers);
        Peer peer = new Peer(side, ByteBuffer.wrap(bytes));
        peer.feed(Unpooled.wrappedBuffer(PREAMBLE));
        peer.feed(RawFrame.of(FrameType.OPEN.number(), 0, 0, 0, opening(Side.TOKEN, side, new byte[2])));
        assertThat(side.opened()).isTrue();
        peer.act();
        end(side, buffers);
    }

    /** Tests the opening side with a peer that answers RESUME arbitrarily. */
    @FuzzTest
    void anOpeningSideIsAnsweredByAnybody(byte[] bytes) {
        UnpooledByteBufAllocator buffers = new UnpooledByteBufAllocator(false, true);
        Side side = Side.resumable(true, LIMITS, buffers);
        side.session.start();
        Peer peer = new Peer(side, ByteBuffer.wrap(bytes));
        peer.feed(Unpooled.wrappedBuffer(PREAMBLE));
        peer.feed(RawFrame.of(FrameType.ACCEPT.number(), 0, 0, 0, accepting(side, 0, 40)));
        assertThat(side.opened()).isTrue();
        peer.act();
        end(side, buffers);
    }

    private static void end(Side side, UnpooledByteBufAllocator buffers) {
        if (side.door != null) {
            side.door.close();
        }
        side.close();
        side.session.giveUp(new ParleyException(ErrorCode.CONNECTION_LOST, "the input is over"));
        assertThat(side.reserved()).as("reserved after the end").isZero();
        assertThat(buffers.metric().usedHeapMemory() + buffers.metric().usedDirectMemory())
                .as("bytes in buffers that nobody released")
                .isZero();
    }

    private static byte[] opening(byte[] first, Side side, byte[] last) {
        return ByteBuffer.allocate(1 + first.length + 32 + last.length)
                .put((byte) first.length)
                .put(first)
                .put(side.agreement.digest().bytes())
                .put(last)
                .array();
    }

    private static byte[] accepting(Side side, long received, int secretLength) {
        return ByteBuffer.allocate(32 + Long.BYTES + 1 + secretLength)
                .put(side.agreement.digest().bytes())
                .putLong(received)
                .put((byte) secretLength)
                .array();
    }

    /** A peer whose actions are taken from the input. */
    private static final class Peer {
        private static final int CUT = 12;
        private static final int RESUME = 13;
        private static final int TICK = 14;
        private static final int SEND = 15;

        private final Side side;
        private final ByteBuffer in;
        private long sequence;
        private long now;
        /** Content that the side's own application has yet to send: it waits while the window is full. */
        private long given;

        Peer(Side side, ByteBuffer in) {
            this.side = side;
            this.in = in;
        }

        void act() {
            for (int step = 0; step < MOST_STEPS && in.remaining() > 0 && !side.over(); step++) {
                int action = in.get();
                switch (action & 0x0F) {
                    case CUT -> side.cut();
                    case RESUME -> resume(action);
                    case TICK -> {
                        now += 1_000_000L * next() * next();
                        side.session.onTick(now);
                    }
                    case SEND -> send();
                    default -> frame(action);
                }
                assertThat(side.sending.reserved()).isLessThan(MOST_KEPT + given);
            }
        }

        private int next() {
            return in.hasRemaining() ? in.get() & 0xFF : 0;
        }

        /** Sends a frame of any type; a numbered one has the next number, an earlier one or one that leaves a gap. */
        private void frame(int action) {
            int type = action & 0x0F;
            int flags = next();
            int stream = next();
            byte[] payload = new byte[Math.min(next(), in.remaining())];
            in.get(payload);
            boolean numbered = type >= FrameType.GOAWAY.number() && type <= FrameType.ABORT.number();
            long number = !numbered ? 0 : action < 0 ? Math.max(0, sequence + next() - 128) : ++sequence;
            feed(RawFrame.of(type, flags, number, stream, payload));
        }

        /** Opens a further connection; the secret, the number and the bytes before it may be right or wrong. */
        private void resume(int action) {
            boolean opening = side.secrets.isEmpty();
            if (!side.disconnected) {
                side.cut();
            }
            if (side.door != null) {
                side.door.close();
            }
            side.reconnect(opening);
            feed(Unpooled.wrappedBuffer(PREAMBLE));
            byte[] received = ByteBuffer.allocate(Long.BYTES)
                    .putLong(action < 0 ? Byte.toUnsignedLong((byte) next()) : sent())
                    .array();
            if (opening) {
                feed(RawFrame.of(
                        FrameType.ACCEPT.number(),
                        0,
                        0,
                        0,
                        accepting(side, ByteBuffer.wrap(received).getLong(), action < 0 ? next() & 0x7F : 40)));
            } else {
                byte[] secret = side.secrets.get(side.secrets.size() - 1).clone();
                feed(RawFrame.of(FrameType.RESUME.number(), 0, 0, 0, opening(secret, side, received)));
            }
        }

        /** Returns the highest sequence number in this side's pending output. */
        private long sent() {
            return side.out.stream()
                    .filter(frame -> frame.readableBytes() >= FrameHeader.BYTES)
                    .mapToLong(FrameHeader::sequence)
                    .max()
                    .orElse(0);
        }

        private void send() {
            if (!side.session.isClosed()) {
                int length = side.session.exchange() == null ? 0 : next() * MOST_CONTENT / 256 + 1;
                given += length;
                try {
                    side.send(
                            side.secrets.isEmpty() ? MessageKind.REQUEST : MessageKind.ONE_WAY,
                            Unpooled.buffer().writeZero(length));
                } catch (ParleyException e) {
                    assertThat(e.code()).isIn(ErrorCode.BUDGET, ErrorCode.GOING_AWAY, ErrorCode.CLOSED);
                }
            }
        }

        /** Splits bytes into frames like a channel. */
        void feed(ByteBuf bytes) {
            Session on = side.current();
            try {
                while (bytes.isReadable() && isListening()) {
                    int length = on.frameLength(bytes);
                    if (length == 0 || length > bytes.readableBytes()) {
                        return;
                    }
                    side.receive(bytes.readRetainedSlice(length), now);
                }
            } catch (ParleyException e) {
                on.onRefused(e);
            } finally {
                bytes.release();
            }
        }

        private boolean isListening() {
            Side door = side.door;
            return !side.over() && (door != null ? !door.over() && !door.disconnected : !side.disconnected);
        }
    }
}
