package io.parley.testkit.channel;

import io.netty.buffer.ByteBuf;
import io.parley.channel.ConnectionHandler;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A handler that records its events and detects concurrent calls. */
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
        record(() -> frames.add(frame));
    }

    @Override
    public void onRefused(RuntimeException why) {
        record(() -> refused.add(why));
    }

    @Override
    public void onWritable() {
        record(writable::incrementAndGet);
    }

    @Override
    public void onReadComplete() {
        record(readsComplete::incrementAndGet);
    }

    @Override
    public void onClosed(@Nullable Throwable why) {
        record(() -> {
            cause = why;
            closed.countDown();
        });
    }

    /** Releases the recorded frames. */
    @Override
    public void close() {
        frames.forEach(ByteBuf::release);
        frames.clear();
    }

    private void record(Runnable event) {
        if (inside.getAndIncrement() != 0) {
            overlaps.incrementAndGet();
        }
        if (closed.getCount() == 0) {
            afterClose.incrementAndGet();
        }
        event.run();
        inside.decrementAndGet();
    }
}
