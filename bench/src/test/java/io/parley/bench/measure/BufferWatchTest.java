package io.parley.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class BufferWatchTest {
    private static final int SMALL = 512;
    private static final int LARGE = 128 * 1024;

    @Test
    void countsWhatIsThereAtATime() throws IOException {
        try (BufferWatch watch = BufferWatch.begin()) {
            ByteBuf one = ByteBufAllocator.DEFAULT.directBuffer(LARGE, LARGE);
            ByteBufAllocator.DEFAULT.directBuffer(LARGE, LARGE).release();
            ByteBufAllocator.DEFAULT.directBuffer(LARGE, LARGE).release();
            one.release();

            assertThat(watch.peak().buffers()).isEqualTo(2 * LARGE);
        }
    }

    @Test
    void aBufferThatGrewIsGoneWhenItIsReleased() throws IOException {
        try (BufferWatch watch = BufferWatch.begin()) {
            for (int i = 0; i < 10; i++) {
                ByteBuf growing = ByteBufAllocator.DEFAULT.directBuffer(SMALL, LARGE);
                growing.ensureWritable(LARGE);
                growing.release();
            }

            // The buffer that grows and the one that replaces it exist at the same time.
            assertThat(watch.peak().buffers()).isLessThanOrEqualTo(SMALL + LARGE);
        }
    }
}
