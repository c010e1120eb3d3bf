package io.parley.testkit.channel;

import io.netty.buffer.ByteBuf;
import io.parley.channel.ConnectionHandler;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A handler that keeps what it was told, and notices if two threads tell it something at a time. */
final class Recorder implements ConnectionHandler, AutoCloseable {
    final List<ByteBuf> frames = new CopyOnWriteArrayList<>();
    final List<RuntimeException> refused = new CopyOnWriteArrayList<>();
    final AtomicInteger writable = new AtomicInteger();
    final AtomicInteger readsComplete = new AtomicInteger();
    final AtomicInteger overlaps = new AtomicInteger();
    final AtomicInteger afterClose = new AtomicInteger();
    final CountDownLatch closed = new CountDownLatch(1);
    volatile @Nullable Throwable cause;

    private final AtomicInteger inside = new AtomicInteger();

    @Override
    public int frameLength(ByteBuf in) {
        return Lengths.of(in);
    }

    @Override
    public void onFrame(ByteBuf frame) {
        told(() -> frames.add(frame));
    }

    @Override
    public void onRefused(RuntimeException why) {
        told(() -> refused.add(why));
    }

    @Override
    public void onWritable() {
        told(writable::incrementAndGet);
    }

    @Override
    public void onReadComplete() {
        told(readsComplete::incrementAndGet);
    }

    @Override
    public void onClosed(@Nullable Throwable why) {
        told(() -> {
            cause = why;
            closed.countDown();
        });
    }

    /** Releases the frames. */
    @Override
    public void close() {
        frames.forEach(ByteBuf::release);
        frames.clear();
    }

    private void told(Runnable what) {
        if (inside.getAndIncrement() != 0) {
            overlaps.incrementAndGet();
        }
        if (closed.getCount() == 0) {
            afterClose.incrementAndGet();
        }
        what.run();
        inside.decrementAndGet();
    }
}
