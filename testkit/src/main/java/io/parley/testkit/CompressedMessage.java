package io.parley.testkit;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.Limits;
import io.parley.compression.Memory;
import io.parley.compression.Packing;
import io.parley.compression.SessionCompression;
import io.parley.compression.StreamCompression;
import io.parley.compression.Workspace;
import io.parley.representation.ContentFeed;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Compresses and decompresses messages without a session around them, and records the memory that was reserved and the
 * buffers that were allocated. One thread at a time.
 */
final class CompressedMessage {
    private static final int CHUNK_BYTES = 16 * 1024;

    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);
    private final SessionCompression session;
    private final Limits limits;
    private final long mostReserved;
    private long reserved;
    private long peakReserved;
    private long peakAllocated;

    /**
     * Creates a session's compression with these limits, of which at most {@code mostReserved} bytes can be reserved.
     */
    CompressedMessage(StreamCompression compression, Limits limits, long mostReserved) {
        this.limits = limits;
        this.mostReserved = mostReserved;
        this.session = compression.begin(new Workspace(limits, new Counted(), allocator, CHUNK_BYTES));
    }

    /** Returns a message as bytes on the wire. */
    byte[] packed(Consumer<Sink> content) {
        ByteBuf whole = Unpooled.buffer();
        pack(content, (chunk, last) -> {
            whole.writeBytes(chunk);
            chunk.release();
        });
        return ByteBufUtil.getBytes(whole);
    }

    /** Writes a message and hands its chunks to {@code drain} as they are ready. */
    void pack(Consumer<Sink> content, Sink.Drain drain) {
        Packing packing = session.oneWay().pack(drain);
        Sink sink = new Sink(allocator, CHUNK_BYTES, packing);
        try {
            content.accept(sink);
            sink.finish();
        } finally {
            sink.discard();
            packing.discard();
        }
    }

    /** Returns the content of a message whose bytes arrive in pieces of {@code pieceBytes}. */
    byte[] unpacked(byte[] bytes, int pieceBytes) {
        return read(pieces(bytes, pieceBytes), CompressedMessage::all);
    }

    /** Returns the result of {@code reader} on a message. */
    <T> T read(ContentFeed bytes, Function<Source, T> reader) {
        ContentFeed counting = new ContentFeed() {
            @Override
            public @Nullable ByteBuf next() {
                note();
                return bytes.next();
            }

            @Override
            public long length(long wanted) {
                return bytes.length(wanted);
            }

            @Override
            public void close() {
                bytes.close();
            }
        };
        try (Source in = new Source(counting, Source.UNKNOWN, limits)) {
            Source content = session.oneWay().unpack(in);
            try (content) {
                return reader.apply(content);
            }
        }
    }

    /** Returns a feed of these bytes, which does not know the total until the last piece was taken. */
    static ContentFeed pieces(byte[] bytes, int pieceBytes) {
        Queue<ByteBuf> pieces = new ArrayDeque<>();
        for (int at = 0; at < bytes.length; at += pieceBytes) {
            // Copies, so that a piece that is read twice or after its release is detected.
            pieces.add(Unpooled.copiedBuffer(bytes, at, Math.min(pieceBytes, bytes.length - at)));
        }
        return new ContentFeed() {
            @Override
            public @Nullable ByteBuf next() {
                return pieces.poll();
            }

            @Override
            public long length(long wanted) {
                return bytes.length;
            }
        };
    }

    /** Reads a source to its end. */
    static byte[] all(Source content) {
        List<byte[]> runs = new ArrayList<>();
        int length = 0;
        while (!content.isAtEnd()) {
            byte[] run = new byte[8_192];
            int step = content.readSome(run, 0, run.length);
            runs.add(Arrays.copyOf(run, step));
            length += step;
        }
        content.expectEnd("content");
        byte[] whole = new byte[length];
        int at = 0;
        for (byte[] run : runs) {
            System.arraycopy(run, 0, whole, at, run.length);
            at += run.length;
        }
        return whole;
    }

    /** Returns the bytes that are reserved now. */
    long reserved() {
        return reserved;
    }

    /** Returns the peak of reserved bytes. */
    long peakReserved() {
        return peakReserved;
    }

    /** Returns the bytes of buffers that are allocated now. */
    long allocated() {
        return allocator.metric().usedHeapMemory() + allocator.metric().usedDirectMemory();
    }

    /** Returns the peak of allocated bytes, sampled whenever more input was requested. */
    long peakAllocated() {
        return peakAllocated;
    }

    private void note() {
        peakAllocated = Math.max(peakAllocated, allocated());
    }

    private final class Counted implements Memory {
        @Override
        public boolean tryReserve(long bytes) {
            if (bytes > mostReserved - reserved) {
                return false;
            }
            reserved += bytes;
            peakReserved = Math.max(peakReserved, reserved);
            return true;
        }

        @Override
        public void release(long bytes) {
            reserved -= bytes;
        }
    }
}
