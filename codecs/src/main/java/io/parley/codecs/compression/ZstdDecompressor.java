package io.parley.codecs.compression;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import io.netty.buffer.ByteBuf;
import io.parley.ParleyException;
import io.parley.compression.Decompressor;
import java.nio.ByteBuffer;

/** Reads one frame. The library refuses a frame with a larger window than agreed before it allocates the window. */
final class ZstdDecompressor implements Decompressor {
    private final ZstdDecompressCtx context = new ZstdDecompressCtx();
    private boolean ended;

    ZstdDecompressor() {
        context.setLongMax(Zstd.WINDOW_LOG);
    }

    @Override
    public boolean decompress(ByteBuf in, ByteBuf out) {
        boolean hasProgress = !ended;
        while (hasProgress && out.isWritable()) {
            int before = in.readableBytes() + out.writableBytes();
            ended = step(in, out);
            hasProgress = !ended && in.readableBytes() + out.writableBytes() < before;
        }
        return ended;
    }

    @Override
    public void close() {
        context.close();
    }

    private boolean step(ByteBuf in, ByteBuf out) {
        ByteBuffer bytes = in.nioBuffer();
        ByteBuffer room = out.nioBuffer(out.writerIndex(), out.writableBytes());
        int from = bytes.position();
        int to = room.position();
        try {
            return context.decompressByteBufferStream(room, bytes);
        } catch (ZstdException e) {
            throw ParleyException.malformed("a frame with a window of at most 2 MiB", "other bytes", "zstd");
        } finally {
            in.skipBytes(bytes.position() - from);
            out.writerIndex(out.writerIndex() + room.position() - to);
        }
    }
}
