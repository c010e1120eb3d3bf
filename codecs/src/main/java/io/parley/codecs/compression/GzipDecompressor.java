package io.parley.codecs.compression;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.ParleyException;
import io.parley.compression.Decompressor;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Reads one gzip member without optional fields. Unlike the JDK's own reader, it does not skip bytes after the member.
 */
final class GzipDecompressor implements Decompressor {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Inflater inflater = new Inflater(true);
    private final CRC32 checksum = new CRC32();
    /** Received bytes of the header or trailer. */
    private final ByteBuf frame = Unpooled.buffer(GzipCompressor.HEADER_BYTES, GzipCompressor.HEADER_BYTES);

    private State state = State.HEADER;
    private boolean closed;

    private enum State {
        HEADER,
        CONTENT,
        TRAILER,
        END
    }

    @Override
    public boolean decompress(ByteBuf in, ByteBuf out) {
        if (state == State.HEADER && isFrameComplete(in, GzipCompressor.HEADER_BYTES)) {
            checkHeader();
            state = State.CONTENT;
        }
        if (state == State.CONTENT) {
            inflate(in, out);
        }
        if (state == State.TRAILER && isFrameComplete(in, GzipCompressor.TRAILER_BYTES)) {
            checkTrailer();
            state = State.END;
        }
        return state == State.END;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            inflater.end();
        }
    }

    private boolean isFrameComplete(ByteBuf in, int bytes) {
        frame.writeBytes(in, Math.min(bytes - frame.readableBytes(), in.readableBytes()));
        return frame.readableBytes() == bytes;
    }

    private void checkHeader() {
        int magic = frame.readUnsignedShortLE();
        int method = frame.readUnsignedByte();
        int flags = frame.readUnsignedByte();
        if (magic != GzipCompressor.MAGIC || method != GzipCompressor.DEFLATE || flags != 0) {
            throw ParleyException.malformed("a gzip header without optional fields", "another", "gzip");
        }
        frame.clear();
    }

    private void inflate(ByteBuf in, ByteBuf out) {
        ByteBuffer bytes = in.nioBuffer();
        ByteBuffer room = out.nioBuffer(out.writerIndex(), out.writableBytes());
        ByteBuffer put = room.duplicate();
        try {
            inflater.setInput(bytes);
            // Called even without input: earlier input may have more output than there was room for.
            inflater.inflate(room);
        } catch (DataFormatException e) {
            throw ParleyException.malformed("deflated content", "other bytes", "gzip");
        }
        in.skipBytes(bytes.position());
        inflater.setInput(NOTHING);
        checksum.update(put.limit(room.position()));
        out.writerIndex(out.writerIndex() + room.position());
        if (inflater.finished()) {
            state = State.TRAILER;
        }
    }

    private void checkTrailer() {
        if (frame.readIntLE() != (int) checksum.getValue() || frame.readIntLE() != (int) inflater.getBytesWritten()) {
            throw ParleyException.malformed("content that matches its checksum and length", "other", "gzip");
        }
    }
}
