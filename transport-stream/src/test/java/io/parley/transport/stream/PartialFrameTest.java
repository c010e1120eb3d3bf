package io.parley.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that frames received in pieces are equal to the sent ones, and take no more memory than their length. */
class PartialFrameTest {
    private static final int LENGTH = 200_000;

    private final UnpooledByteBufAllocator buffers = new UnpooledByteBufAllocator(false);

    @Test
    void largePiecesAreKeptWhereTheyWereRead() {
        byte[] sent = bytes(7);
        ByteBuf whole = received(sent, 65_536, 65_536);
        assertThat(whole).isInstanceOf(CompositeByteBuf.class);
        assertThat(used() - LENGTH).as("memory beside the reads").isLessThanOrEqualTo(65_536);
        check(whole, sent);
    }

    @Test
    void aFrameThatBeginsAtTheEndOfAReadIsNotCopiedForThat() {
        byte[] sent = bytes(8);
        PartialFrame frame = new PartialFrame(buffers, LENGTH);
        ByteBuf first = buffers.directBuffer(65_536).writeBytes(sent, 0, 100);
        frame.take(first);
        first.release();
        long before = used();
        take(frame, buffers.directBuffer(LENGTH - 100).writeBytes(sent, 100, LENGTH - 100));
        ByteBuf whole = frame.whole();
        assertThat(used() - before).isEqualTo(LENGTH - 100);
        check(whole, sent);
    }

    /** Attack: a peer sends so slowly that each byte arrives in a separate read. */
    @Test
    void aTrickledFrameCostsItsLengthAndNoMore() {
        byte[] sent = bytes(9);
        ByteBuf whole = received(sent, 2048, 1);
        assertThat(used()).isLessThanOrEqualTo(LENGTH + PartialFrameTest.mostKept());
        check(whole, sent);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void piecesOfAnySizeMakeTheFrame(long seed) {
        Random random = new Random(seed);
        byte[] sent = bytes(seed);
        PartialFrame frame = new PartialFrame(buffers, LENGTH);
        for (int at = 0; at < LENGTH; ) {
            int bytes = Math.min(LENGTH - at, 1 + random.nextInt(random.nextBoolean() ? 10 : 60_000));
            int capacity = Math.max(bytes, random.nextInt(100_000));
            take(frame, buffers.directBuffer(capacity).writeBytes(sent, at, bytes));
            at += bytes;
            assertThat(frame.missing()).isEqualTo(LENGTH - at);
        }
        check(frame.whole(), sent);
    }

    @Test
    void whatIsGivenUpIsReleased() {
        PartialFrame frame = new PartialFrame(buffers, LENGTH);
        take(frame, buffers.directBuffer(1000).writeZero(1000));
        take(frame, buffers.directBuffer(1000).writeZero(10));
        frame.release();
        assertThat(used()).isZero();
    }

    /** Returns the most memory beyond the length of the frame: eight slices of read buffers. */
    private static int mostKept() {
        return 8 * 2048;
    }

    private ByteBuf received(byte[] sent, int capacity, int piece) {
        PartialFrame frame = new PartialFrame(buffers, LENGTH);
        for (int at = 0; at < LENGTH; at += piece) {
            int bytes = Math.min(piece, LENGTH - at);
            take(frame, buffers.directBuffer(capacity).writeBytes(sent, at, bytes));
        }
        return frame.whole();
    }

    private static void take(PartialFrame frame, ByteBuf read) {
        frame.take(read);
        assertThat(read.isReadable()).isFalse();
        read.release();
    }

    private void check(ByteBuf whole, byte[] sent) {
        assertThat(ByteBufUtil.getBytes(whole)).isEqualTo(sent);
        whole.release();
        assertThat(used()).as("bytes that nobody released").isZero();
    }

    private long used() {
        return buffers.metric().usedDirectMemory() + buffers.metric().usedHeapMemory();
    }

    private static byte[] bytes(long seed) {
        byte[] bytes = new byte[LENGTH];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }
}
