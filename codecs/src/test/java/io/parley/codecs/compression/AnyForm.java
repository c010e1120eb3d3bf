package io.parley.codecs.compression;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.compression.Memory;
import io.parley.compression.SessionCompression;
import io.parley.compression.StreamCompression;
import io.parley.compression.Workspace;
import io.parley.representation.Source;

/** Checks decompression of arbitrary bytes: they are read or refused, within the limits, and all memory is released. */
final class AnyForm {
    private static final int MOST_BYTES = 1 << 20;
    private static final Limits LIMITS = Limits.defaults().with(Limit.MESSAGE_BYTES, MOST_BYTES);
    private static final ByteBufAllocator ALLOCATOR = new UnpooledByteBufAllocator(false);

    private AnyForm() {}

    static void isReadOrRefused(StreamCompression compression, byte[] form) {
        long[] reserved = {0};
        Memory memory = new Memory() {
            @Override
            public boolean tryReserve(long bytes) {
                reserved[0] += bytes;
                return true;
            }

            @Override
            public void release(long bytes) {
                reserved[0] -= bytes;
            }
        };
        SessionCompression session = compression.begin(new Workspace(LIMITS, memory, ALLOCATOR, 4_096));
        try (Source in = Source.of(Unpooled.wrappedBuffer(new byte[] {1}, form), LIMITS);
                Source content = session.oneWay().unpack(in)) {
            long bytes = 0;
            byte[] run = new byte[4_096];
            while (!content.isAtEnd()) {
                bytes += content.readSome(run, 0, run.length);
            }
            assertThat(bytes).isLessThanOrEqualTo(MOST_BYTES);
        } catch (ParleyException e) {
            assertThat(e.code()).isIn(ErrorCode.MALFORMED_MESSAGE, ErrorCode.LIMIT);
        }
        assertThat(reserved[0]).isZero();
    }
}
