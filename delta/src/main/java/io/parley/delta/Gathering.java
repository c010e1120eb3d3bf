package io.parley.delta;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.compression.Packing;
import io.parley.compression.Workspace;
import io.parley.representation.Sink;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.ObjIntConsumer;

/**
 * Buffers a message until it is complete, to send it as a difference; a message that becomes too long for that is
 * passed on unchanged. Used by one thread at a time.
 */
final class Gathering implements Packing {
    private static final int HEAD_BYTES = 64;

    private final Outbound outbound;
    private final ByteBufAllocator allocator;
    private final int chunkBytes;
    private final Sink.Drain to;
    private final Queue<ByteBuf> chunks = new ArrayDeque<>();
    private final long maxBytes;
    private long content;
    private boolean passedOn;

    Gathering(Outbound outbound, Workspace workspace, Sink.Drain to) {
        this.outbound = outbound;
        this.allocator = workspace.allocator();
        this.chunkBytes = workspace.chunkBytes();
        this.to = to;
        this.maxBytes = workspace.limits().get(Limit.MESSAGE_BYTES);
    }

    @Override
    public void accept(ByteBuf chunk, boolean last) {
        content += chunk.readableBytes();
        if (content > maxBytes) {
            chunk.release();
            throw ParleyException.limit(Limit.MESSAGE_BYTES, maxBytes, content, "a message behind its head");
        }
        if (passedOn) {
            to.accept(chunk, last);
            return;
        }
        chunks.add(chunk);
        if (content > outbound.maxBytes()) {
            passOn(last);
        } else if (last) {
            sendWhole();
        }
    }

    @Override
    public boolean expect(long bytes) {
        if (!passedOn && bytes > outbound.maxBytes()) {
            passOn(false);
        }
        return passedOn && to.expect(bytes);
    }

    @Override
    public boolean takes(long bytes) {
        return passedOn && content + bytes <= maxBytes && to.takes(bytes);
    }

    @Override
    public long take(long bytes, ObjIntConsumer<ByteBuf> from) {
        long taken = to.take(bytes, from);
        content += taken;
        return taken;
    }

    @Override
    public void discard() {
        release();
    }

    private void release() {
        for (ByteBuf chunk = chunks.poll(); chunk != null; chunk = chunks.poll()) {
            chunk.release();
        }
    }

    private void passOn(boolean last) {
        passedOn = true;
        Sink head = new Sink(allocator, HEAD_BYTES, (chunk, end) -> to.accept(chunk, false));
        try {
            outbound.writeHead(head);
            head.finish();
        } finally {
            head.discard();
        }
        for (ByteBuf chunk = chunks.poll(); chunk != null; chunk = chunks.poll()) {
            to.accept(chunk, last && chunks.isEmpty());
        }
    }

    private void sendWhole() {
        byte[] whole = new byte[(int) content];
        int at = 0;
        for (ByteBuf chunk : chunks) {
            int bytes = chunk.readableBytes();
            chunk.readBytes(whole, at, bytes);
            at += bytes;
        }
        release();
        Sink out = new Sink(allocator, chunkBytes, to);
        try {
            outbound.write(whole, out);
            out.finish();
        } finally {
            out.discard();
        }
    }
}
