package io.parley.transport.stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A handler that records its events; its frames are a length of four bytes and a payload. */
final class Peer implements ConnectionHandler {
    static final int MAX_PAYLOAD = 1 << 20;

    final List<byte[]> frames = new CopyOnWriteArrayList<>();
    final AtomicLong bytes = new AtomicLong();
    final AtomicInteger reads = new AtomicInteger();
    final AtomicInteger writable = new AtomicInteger();
    final CompletableFuture<RuntimeException> refused = new CompletableFuture<>();
    final CompletableFuture<@Nullable Throwable> closed = new CompletableFuture<>();
    final CompletableFuture<Connection> connection = new CompletableFuture<>();
    private final boolean keep;
    private volatile @Nullable Thread inside;
    final CompletableFuture<Void> overlapped = new CompletableFuture<>();

    Peer() {
        this(true);
    }

    /** @param keep true to keep the payloads, false to count their bytes only */
    Peer(boolean keep) {
        this.keep = keep;
    }

    static ByteBuf frame(byte[] payload) {
        return Unpooled.buffer(4 + payload.length).writeInt(payload.length).writeBytes(payload);
    }

    static ByteBuf frame(int payloadBytes) {
        return frame(new byte[payloadBytes]);
    }

    Connection connection() {
        return connection.join();
    }

    @Override
    public int frameLength(ByteBuf in) {
        if (in.readableBytes() < 4) {
            return 0;
        }
        int length = in.getInt(in.readerIndex());
        if (length < 0 || length > MAX_PAYLOAD) {
            throw new ParleyException(
                    ErrorCode.MALFORMED_FRAME, "expected at most " + MAX_PAYLOAD + ", found " + length);
        }
        return 4 + length;
    }

    @Override
    public void onFrame(ByteBuf frame) {
        enter();
        bytes.addAndGet(frame.readableBytes() - 4);
        if (keep) {
            frames.add(ByteBufUtil.getBytes(frame, frame.readerIndex() + 4, frame.readableBytes() - 4));
        }
        frame.release();
        inside = null;
    }

    @Override
    public void onRefused(RuntimeException why) {
        enter();
        refused.complete(why);
        connection().close();
        inside = null;
    }

    @Override
    public void onWritable() {
        writable.incrementAndGet();
    }

    @Override
    public void onReadComplete() {
        reads.incrementAndGet();
    }

    @Override
    public void onClosed(@Nullable Throwable cause) {
        enter();
        if (!closed.complete(cause)) {
            overlapped.completeExceptionally(new AssertionError("closed twice"));
        }
        inside = null;
    }

    private void enter() {
        if (inside != null || closed.isDone()) {
            overlapped.completeExceptionally(new AssertionError("two threads at a time, or called after onClosed"));
        }
        inside = Thread.currentThread();
    }
}
