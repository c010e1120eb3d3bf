package io.parley.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReadSizesTest {
    private static final int LARGEST = 256 * 1024;
    private static final int PART = 100 * 1024;

    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
    private final List<ByteBuf> read = new ArrayList<>();

    @AfterEach
    void nothingIsLeft() {
        read.forEach(ByteBuf::release);
        assertThat(allocator.metric().usedDirectMemory()).isZero();
    }

    @Test
    void aReadThatDidNotFillItsMemoryIsFollowedByOneIntoTheRestOfIt() {
        ReadSizes sizes = new ReadSizes(true, true);
        RecvByteBufAllocator.ExtendedHandle handle = grown(sizes);
        ByteBuf first = read(handle, PART, 1);
        ByteBuf second = read(handle, PART, 2);
        assertThat(second.memoryAddress()).isEqualTo(first.memoryAddress() + PART);
        assertThat(sizes.memory()).isEqualTo(LARGEST);
        assertThat(first.getByte(PART - 1)).isEqualTo((byte) 1);
        assertThat(second.getByte(0)).isEqualTo((byte) 2);
        assertThat(second.capacity()).isEqualTo(LARGEST - PART);
        sizes.dropRest();
    }

    @Test
    void aSmallRestIsLeft() {
        ReadSizes sizes = new ReadSizes(true, true);
        RecvByteBufAllocator.ExtendedHandle handle = grown(sizes);
        read(handle, 2 * PART, 1);
        assertThat(read(handle, PART, 2).capacity()).isEqualTo(LARGEST);
        sizes.dropRest();
    }

    @Test
    void whatIsLeftIsFreeWhenNoFrameIsUnderWay() {
        ReadSizes sizes = new ReadSizes(true, true);
        RecvByteBufAllocator.ExtendedHandle handle = grown(sizes);
        long before = allocator.metric().usedDirectMemory();
        ByteBuf first = read(handle, PART, 1);
        sizes.dropRest();
        read.remove(first);
        first.release();
        assertThat(allocator.metric().usedDirectMemory()).isEqualTo(before);
    }

    @Test
    void readsBelowTlsHaveMemoryOfTheirOwn() {
        ReadSizes sizes = new ReadSizes(true, false);
        RecvByteBufAllocator.ExtendedHandle handle = grown(sizes);
        read(handle, PART, 1);
        assertThat(read(handle, PART, 2).capacity()).isEqualTo(LARGEST);
        assertThat(sizes.memory()).isZero();
    }

    @Test
    void nobodyWhoIsNotAcceptedYetMakesMuchBeTaken() {
        ReadSizes sizes = new ReadSizes(false, true);
        RecvByteBufAllocator.ExtendedHandle handle = (RecvByteBufAllocator.ExtendedHandle) sizes.newHandle();
        for (int i = 0; i < 8; i++) {
            assertThat(read(handle, ReadSizes.OPENING, i).capacity()).isEqualTo(ReadSizes.OPENING);
        }
    }

    /** A handle whose reads were filled until they are as long as they get. */
    private RecvByteBufAllocator.ExtendedHandle grown(ReadSizes sizes) {
        RecvByteBufAllocator.ExtendedHandle handle = (RecvByteBufAllocator.ExtendedHandle) sizes.newHandle();
        while (handle.guess() < LARGEST) {
            read(handle, handle.guess(), 0);
        }
        return handle;
    }

    private ByteBuf read(RecvByteBufAllocator.ExtendedHandle handle, int bytes, int with) {
        ByteBuf into = handle.allocate(allocator);
        handle.attemptedBytesRead(into.writableBytes());
        for (int i = 0; i < bytes; i++) {
            into.writeByte(with);
        }
        handle.lastBytesRead(bytes);
        read.add(into);
        return into;
    }
}
