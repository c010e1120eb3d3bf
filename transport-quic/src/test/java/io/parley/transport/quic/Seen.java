package io.parley.transport.quic;

import io.netty.buffer.ByteBuf;
import io.parley.channel.ConnectionHandler;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A handler that records how its connection ended. Each byte is a frame, which it drops. */
final class Seen implements ConnectionHandler {
    final CountDownLatch closed = new CountDownLatch(1);
    final AtomicInteger frames = new AtomicInteger();
    volatile @Nullable Throwable cause;

    @Override
    public int frameLength(ByteBuf in) {
        return 1;
    }

    @Override
    public void onFrame(ByteBuf frame) {
        frames.incrementAndGet();
        frame.release();
    }

    @Override
    public void onRefused(RuntimeException why) {
        cause = why;
    }

    @Override
    public void onWritable() {}

    @Override
    public void onClosed(@Nullable Throwable why) {
        cause = why;
        closed.countDown();
    }
}
