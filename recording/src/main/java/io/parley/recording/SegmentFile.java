package io.parley.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A segment that is written. What was not written whole is cut off by who writes. Not thread-safe. */
interface SegmentFile extends AutoCloseable {
    /** Makes new files. */
    @FunctionalInterface
    interface Maker {
        SegmentFile make(Path path) throws IOException;
    }

    /** Writes all of it behind what there is. */
    void append(ByteBuffer... pieces) throws IOException;

    /** Cuts off what stands behind so many bytes. */
    void cut(long length) throws IOException;

    /** Returns once all is on the medium. */
    void force() throws IOException;

    @Override
    void close() throws IOException;

    /** A file that was not there before. */
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
