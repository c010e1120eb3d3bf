package io.parley.codecs.compression;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.ParleyException;
import io.parley.compression.Decompressor;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Reads one member without optional fields; the JDK's own reader passes over what stands behind it. */
final class GzipDecompressor implements Decompressor {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Inflater inflater = new Inflater(true);
    private final CRC32 checksum = new CRC32();
    /** Header or trailer, as much of it as came. */
    private final ByteBuf frame = Unpooled.buffer(GzipCompressor.HEADER_BYTES, GzipCompressor.HEADER_BYTES);

    private Place place = Place.HEADER;
    private boolean closed;

    private enum Place {
        HEADER,
        CONTENT,
        TRAILER,
        END
    }

    @Override
    public boolean decompress(ByteBuf in, ByteBuf out) {
        if (place == Place.HEADER && isFramed(in, GzipCompressor.HEADER_BYTES)) {
            checkHeader();
            place = Place.CONTENT;
        }
        if (place == Place.CONTENT) {
            inflate(in, out);
        }
        if (place == Place.TRAILER && isFramed(in, GzipCompressor.TRAILER_BYTES)) {
            checkTrailer();
            place = Place.END;
        }
        return place == Place.END;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            inflater.end();
        }
    }

    private boolean isFramed(ByteBuf in, int bytes) {
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
            // Once without input: what was taken before may have more to give than there was room for.
            inflater.inflate(room);
        } catch (DataFormatException e) {
            throw ParleyException.malformed("deflated content", "other bytes", "gzip");
        }
        in.skipBytes(bytes.position());
        inflater.setInput(NOTHING);
        checksum.update(put.limit(room.position()));
        out.writerIndex(out.writerIndex() + room.position());
        if (inflater.finished()) {
            place = Place.TRAILER;
        }
    }

    private void checkTrailer() {
        if (frame.readIntLE() != (int) checksum.getValue() || frame.readIntLE() != (int) inflater.getBytesWritten()) {
            throw ParleyException.malformed("content of the checksum and length behind it", "other", "gzip");
        }
    }
}
