package io.parley.codecs.compression;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.compression.Compressor;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Writes one gzip member: a header of ten bytes, deflated content, its CRC-32 and its length. */
final class GzipCompressor implements Compressor {
    static final int HEADER_BYTES = 10;
    static final int TRAILER_BYTES = 8;
    static final int MAGIC = 0x8B1F;
    static final int DEFLATE = 8;
    private static final int UNKNOWN_SYSTEM = 255;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    private final CRC32 checksum = new CRC32();
    /** Pending bytes of the header or trailer. */
    private final ByteBuf frame = Unpooled.buffer(HEADER_BYTES, HEADER_BYTES);

    private int length;
    private boolean closed;

    GzipCompressor() {
        frame.writeShortLE(MAGIC).writeByte(DEFLATE).writeZero(HEADER_BYTES - 4).writeByte(UNKNOWN_SYSTEM);
    }

    @Override
    public void compress(ByteBuf in, ByteBuf out) {
        putFrame(out);
        ByteBuffer bytes = in.nioBuffer();
        deflater.setInput(bytes);
        while (!deflater.needsInput() && out.isWritable()) {
            deflate(out, Deflater.NO_FLUSH);
        }
        int taken = bytes.position();
        checksum.update(bytes.flip());
        length += taken;
        in.skipBytes(taken);
        deflater.setInput(NOTHING);
    }

    @Override
    public boolean flush(ByteBuf out) {
        return deflate(out, Deflater.SYNC_FLUSH);
    }

    @Override
    public boolean finish(ByteBuf out) {
        putFrame(out);
        if (!deflater.finished()) {
            deflater.finish();
            deflate(out, Deflater.NO_FLUSH);
            if (!deflater.finished()) {
                return false;
            }
            frame.clear().writeIntLE((int) checksum.getValue()).writeIntLE(length);
        }
        putFrame(out);
        return !frame.isReadable();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            deflater.end();
        }
    }

    /** Deflates into a buffer; returns whether all output fitted. */
    private boolean deflate(ByteBuf out, int how) {
        int room = out.writableBytes();
        int put = deflater.deflate(out.nioBuffer(out.writerIndex(), room), how);
        out.writerIndex(out.writerIndex() + put);
        return put < room;
    }

    private void putFrame(ByteBuf out) {
        out.writeBytes(frame, Math.min(frame.readableBytes(), out.writableBytes()));
    }
}
