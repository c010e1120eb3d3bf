package io.parley.codecs.compression;

import com.github.luben.zstd.EndDirective;
import com.github.luben.zstd.ZstdCompressCtx;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.compression.Compressor;
import java.nio.ByteBuffer;

/** Writes one frame with a checksum. */
final class ZstdCompressor implements Compressor {
    /** The library's default: lower levels save little, higher ones cost time. */
    private static final int LEVEL = 3;

    private final ZstdCompressCtx context = new ZstdCompressCtx();

    ZstdCompressor() {
        context.setLevel(LEVEL).setChecksum(true).setWindowLog(Zstd.WINDOW_LOG);
    }

    /** {@inheritDoc} Pledges the size to the library, since a short message needs much smaller tables. */
    @Override
    public void expectTotal(int bytes) {
        context.setWindowLog(0);
        context.setPledgedSrcSize(bytes);
    }

    @Override
    public void compress(ByteBuf in, ByteBuf out) {
        while (in.isReadable() && out.isWritable()) {
            step(in, out, EndDirective.CONTINUE);
        }
    }

    @Override
    public boolean flush(ByteBuf out) {
        return out.isWritable() && step(Unpooled.EMPTY_BUFFER, out, EndDirective.FLUSH);
    }

    @Override
    public boolean finish(ByteBuf out) {
        return out.isWritable() && step(Unpooled.EMPTY_BUFFER, out, EndDirective.END);
    }

    @Override
    public void close() {
        context.close();
    }

    private boolean step(ByteBuf in, ByteBuf out, EndDirective how) {
        ByteBuffer bytes = in.nioBuffer();
        ByteBuffer room = out.nioBuffer(out.writerIndex(), out.writableBytes());
        int from = bytes.position();
        int to = room.position();
        boolean done = context.compressByteBufferStream(room, bytes, how);
        in.skipBytes(bytes.position() - from);
        out.writerIndex(out.writerIndex() + room.position() - to);
        return done;
    }
}
