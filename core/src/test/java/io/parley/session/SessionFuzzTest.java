package io.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.frame.RawFrame;
import java.nio.ByteBuffer;

/** Tests that a session answers any bytes with a code or not at all, and leaks no memory. */
class SessionFuzzTest {
    private static final byte[] PREAMBLE = {0x50, 0x52, 0x4C, 0x59, 1, 0, 0, 0};

    /** Arbitrary bytes for a side that expects a preamble: tests the frame decoder. */
    @FuzzTest
    void anyBytes(byte[] bytes) {
        UnpooledByteBufAllocator buffers = new UnpooledByteBufAllocator(false, true);
        try (Side side = Side.accepting(Limits.defaults(), buffers)) {
            feed(side, Unpooled.wrappedBuffer(bytes));
        }
        assertReleased(buffers);
    }

    /** Frames with correct checksums and numbers for an open session: the possibilities of a peer with a token. */
    @FuzzTest
    void framesOfAPeerWithAToken(byte[] bytes) {
        UnpooledByteBufAllocator buffers = new UnpooledByteBufAllocator(false, true);
        try (Side side = Side.accepting(Limits.defaults(), buffers)) {
            feed(side, Unpooled.wrappedBuffer(PREAMBLE));
            feed(side, RawFrame.of(1, 0, 0, 0, open(side)));
            assertThat(side.opened()).isTrue();
            ByteBuffer in = ByteBuffer.wrap(bytes);
            long sequence = 0;
            while (in.remaining() >= 4 && !side.over()) {
                int type = in.get() & 0x0F;
                int flags = in.get();
                int stream = in.get();
                byte[] payload = new byte[Math.min(in.get() & 0xFF, in.remaining())];
                in.get(payload);
                boolean numbered = type >= 8 && type <= 11;
                feed(side, RawFrame.of(type, flags, numbered ? ++sequence : 0, stream, payload));
            }
            long kept = side.reserved();
            side.close();
            assertThat(side.reserved())
                    .as("reserved after the end, before %d", kept)
                    .isZero();
        }
        assertReleased(buffers);
    }

    private static void assertReleased(UnpooledByteBufAllocator buffers) {
        assertThat(buffers.metric().usedHeapMemory() + buffers.metric().usedDirectMemory())
                .as("bytes in buffers that nobody released")
                .isZero();
    }

    private static byte[] open(Side side) {
        byte[] payload = new byte[1 + Side.TOKEN.length + 32 + 2];
        payload[0] = (byte) Side.TOKEN.length;
        System.arraycopy(Side.TOKEN, 0, payload, 1, Side.TOKEN.length);
        System.arraycopy(side.agreement.digest().bytes(), 0, payload, 1 + Side.TOKEN.length, 32);
        return payload;
    }

    /** Splits bytes into frames like a channel. */
    private static void feed(Side side, ByteBuf bytes) {
        try {
            while (bytes.isReadable() && !side.over()) {
                int length = side.session.frameLength(bytes);
                if (length == 0 || length > bytes.readableBytes()) {
                    return;
                }
                side.session.onFrame(bytes.readRetainedSlice(length), 0);
            }
        } catch (ParleyException e) {
            side.session.onRefused(e);
            assertThat(side.over()).isTrue();
        } finally {
            bytes.release();
        }
    }
}
