package io.parley.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** File of a segment that is being written. The caller cuts off incomplete writes. Not thread-safe. */
interface SegmentFile extends AutoCloseable {
    /** Creates files. */
    @FunctionalInterface
    interface Maker {
        SegmentFile make(Path path) throws IOException;
    }

    /** Appends all of the buffers. */
    void append(ByteBuffer... pieces) throws IOException;

    /** Truncates the file. */
    void cut(long length) throws IOException;

    /** Forces everything to the medium. */
    void force() throws IOException;

    @Override
    void close() throws IOException;

    /** Creates a file, which must not exist. */
    static SegmentFile onDisk(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return new SegmentFile() {
            @Override
            public void append(ByteBuffer... pieces) throws IOException {
                for (ByteBuffer piece : pieces) {
                    while (piece.hasRemaining()) {
                        channel.write(piece);
                    }
                }
            }

            @Override
            public void cut(long length) throws IOException {
                channel.truncate(length);
            }

            @Override
            public void force() throws IOException {
                channel.force(false);
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        };
    }
}
