package io.parley.cxf.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.channel.http.HttpFrames;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodiesTest {
    private static final int PIECE = 128 * 1024;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 16_383, 16_384, 16_385, 393_300, HttpFrames.BODY_BYTES, HttpFrames.MOST_BODY_BYTES})
    void aBodyIsReadIntoOnePieceOfMemory(int length) throws IOException {
        byte[] bytes = bytes(length);

        ByteBuf body = Bodies.read(new ByteArrayInputStream(bytes));

        assertThat(body.hasArray()).isTrue();
        assertThat(ByteBufUtil.getBytes(body)).isEqualTo(bytes);
        assertThat(body.release()).isTrue();
    }

    @Test
    void oneThatIsTooLongIsNotReadToItsEnd() {
        ByteArrayInputStream endless = new ByteArrayInputStream(bytes(2 * HttpFrames.MOST_BODY_BYTES));

        assertThatThrownBy(() -> Bodies.read(endless))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("at most 4194304 bytes");

        assertThat(endless.available()).isGreaterThan(HttpFrames.MOST_BODY_BYTES / 2);
    }

    /** A peer that announces much and sends nothing costs little memory. */
    @Test
    void beforeSixteenKilobytesCameThereIsNoMemoryForMore() throws IOException {
        List<Integer> asked = new ArrayList<>();
        InputStream slow = new InputStream() {
            @Override
            public int read() {
                return -1;
            }

            @Override
            public int read(byte[] into, int offset, int length) {
                asked.add(length);
                return asked.size() <= 16 ? 1024 : -1;
            }
        };

        Bodies.read(slow).release();

        assertThat(asked.subList(0, 16)).allMatch(length -> length <= 16 * 1024);
    }

    @Test
    void framesGoOutInPiecesAsLongAsASocketTakesThem() throws IOException {
        byte[] bytes = bytes(300_000);
        CompositeByteBuf frames = ByteBufAllocator.DEFAULT.compositeBuffer();
        frames.addComponent(true, direct(bytes, 0, 100_000));
        frames.addComponent(true, direct(bytes, 100_000, 200_000));
        List<Integer> pieces = new ArrayList<>();
        ByteArrayOutputStream written = new ByteArrayOutputStream() {
            @Override
            public synchronized void write(byte[] from, int offset, int length) {
                pieces.add(length);
                super.write(from, offset, length);
            }
        };

        Bodies.write(frames, written);

        assertThat(pieces).containsExactly(PIECE, PIECE, 300_000 - 2 * PIECE);
        assertThat(written.toByteArray()).isEqualTo(bytes);
        assertThat(frames.release()).isTrue();
    }

    @Test
    void ofABodyWithoutFramesNothingIsWritten() throws IOException {
        ByteArrayOutputStream written = new ByteArrayOutputStream();

        Bodies.write(Unpooled.EMPTY_BUFFER, written);

        assertThat(written.size()).isZero();
    }

    private static ByteBuf direct(byte[] bytes, int from, int length) {
        return ByteBufAllocator.DEFAULT.directBuffer(length).writeBytes(bytes, from, length);
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }
}
