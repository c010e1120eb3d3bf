package io.parley.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

class ReadSizesTest {
    private static final int SMALLEST = 2 * 1024;
    private static final int LARGEST = 128 * 1024;

    @Test
    void nobodyWhoIsNotAcceptedYetMakesMuchBeTaken() {
        RecvByteBufAllocator.ExtendedHandle handle = handle(new ReadSizes(false));
        for (int i = 0; i < 8; i++) {
            assertThat(handle.guess()).isEqualTo(ReadSizes.OPENING);
            read(handle, ReadSizes.OPENING);
        }
    }

    @Test
    void whoeverFillsReadsGetsLongerOnes() {
        assertThat(grown(new ReadSizes(true)).guess()).isEqualTo(LARGEST);
    }

    @Test
    void onlyASecondSmallReadMakesThemShorter() {
        RecvByteBufAllocator.ExtendedHandle handle = grown(new ReadSizes(true));
        read(handle, 1);
        assertThat(handle.guess()).isEqualTo(LARGEST);
        read(handle, 1);
        assertThat(handle.guess()).isLessThan(LARGEST);
    }

    /** Returns a handle whose reads were full until they had reached the maximum size. */
    private static RecvByteBufAllocator.ExtendedHandle grown(ReadSizes sizes) {
        RecvByteBufAllocator.ExtendedHandle handle = handle(sizes);
        assertThat(handle.guess()).isEqualTo(SMALLEST);
        for (int i = 0; i < 8; i++) {
            read(handle, handle.guess());
        }
        return handle;
    }

    private static RecvByteBufAllocator.ExtendedHandle handle(ReadSizes sizes) {
        return (RecvByteBufAllocator.ExtendedHandle) sizes.newHandle();
    }

    /** Simulates one read of all available bytes. */
    private static void read(RecvByteBufAllocator.ExtendedHandle handle, int bytes) {
        handle.reset(new EmbeddedChannel().config());
        handle.attemptedBytesRead(handle.guess());
        handle.lastBytesRead(bytes);
        handle.readComplete();
    }
}
