package io.parley.codecs.compression;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.ParleyException;
import io.parley.compression.Decompressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import net.jpountz.xxhash.StreamingXXHash32;

/** Reads one frame, block by block. Uses only the library's safe decompressor, which checks its output bounds. */
final class Lz4Decompressor implements Decompressor {
    private static final LZ4SafeDecompressor LZ4 = LZ4Factory.fastestInstance().safeDecompressor();

    private final StreamingXXHash32 checksum = Lz4Frame.checksum();
    /** Received bytes of the next block or field. */
    private final ByteBuf received = ByteBufAllocator.DEFAULT.heapBuffer(Lz4Frame.BLOCK_BYTES, Lz4Frame.BLOCK_BYTES);

    private final ByteBuf block = ByteBufAllocator.DEFAULT.heapBuffer(Lz4Frame.BLOCK_BYTES, Lz4Frame.BLOCK_BYTES);
    private State state = State.HEADER;
    private int expected = Lz4Frame.HEADER_BYTES;
    private boolean stored;

    private enum State {
        HEADER,
        LENGTH,
        BLOCK,
        CHECKSUM,
        END
    }

    @Override
    public boolean decompress(ByteBuf in, ByteBuf out) {
        while (drain(out) && state != State.END && isReceived(in)) {
            switch (state) {
                case HEADER -> readHeader();
                case LENGTH -> readLength();
                case BLOCK -> readBlock();
                case CHECKSUM -> readChecksum();
                case END -> throw new IllegalStateException("expected no more data after the end");
            }
            received.clear();
        }
        return state == State.END;
    }

    @Override
    public void close() {
        if (received.refCnt() > 0) {
            received.release();
            block.release();
            checksum.close();
        }
    }

    /** Writes expanded bytes; returns whether all of them fitted. */
    private boolean drain(ByteBuf out) {
        out.writeBytes(block, Math.min(block.readableBytes(), out.writableBytes()));
        return !block.isReadable();
    }

    private boolean isReceived(ByteBuf in) {
        received.writeBytes(in, Math.min(expected - received.readableBytes(), in.readableBytes()));
        return received.readableBytes() == expected;
    }

    private void expect(State next, int bytes) {
        state = next;
        expected = bytes;
    }

    private void readHeader() {
        if (!Lz4Frame.isHeader(received)) {
            throw ParleyException.malformed("a frame of independent blocks of 64 KiB", "another header", "lz4");
        }
        expect(State.LENGTH, Lz4Frame.WORD_BYTES);
    }

    private void readLength() {
        int word = received.readIntLE();
        int length = word & ~Lz4Frame.STORED;
        if (word == 0) {
            expect(State.CHECKSUM, Lz4Frame.WORD_BYTES);
            return;
        }
        if (length == 0 || length > Lz4Frame.BLOCK_BYTES) {
            throw ParleyException.malformed("a block of 1 to 65536 bytes", Integer.toUnsignedString(length), "lz4");
        }
        stored = word < 0;
        expect(State.BLOCK, length);
    }

    private void readBlock() {
        block.clear();
        if (stored) {
            block.writeBytes(received);
        } else {
            block.writerIndex(expand());
        }
        checksum.update(block.array(), block.arrayOffset(), block.readableBytes());
        expect(State.LENGTH, Lz4Frame.WORD_BYTES);
    }

    private int expand() {
        try {
            return LZ4.decompress(
                    received.array(),
                    received.arrayOffset(),
                    expected,
                    block.array(),
                    block.arrayOffset(),
                    Lz4Frame.BLOCK_BYTES);
        } catch (LZ4Exception e) {
            throw ParleyException.malformed("a compressed block of at most 64 KiB", "other bytes", "lz4");
        }
    }

    private void readChecksum() {
        if (received.readIntLE() != checksum.getValue()) {
            throw ParleyException.malformed("content that matches its checksum", "other", "lz4");
        }
        state = State.END;
    }
}
