package io.parley.delta;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.Limits;
import io.parley.compression.Memory;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Helpers for both sides of a session with differences, and similar messages. */
final class Deltas {
    static final int MOST_BYTES = 4_000_000;
    static final int MOST_MESSAGE = 1_000_000;

    private Deltas() {}

    /** Limited memory that counts the reserved bytes. */
    static class Counted implements Memory {
        private final AtomicLong reserved = new AtomicLong();
        private final long most;

        Counted(long most) {
            this.most = most;
        }

        @Override
        public boolean tryReserve(long bytes) {
            if (reserved.addAndGet(bytes) > most) {
                reserved.addAndGet(-bytes);
                return false;
            }
            return true;
        }

        @Override
        public void release(long bytes) {
            reserved.addAndGet(-bytes);
        }

        long reserved() {
            return reserved.get();
        }
    }

    static byte[] bytes(Consumer<Sink> content) {
        ByteBuf whole = Unpooled.buffer();
        Sink sink = new Sink(UnpooledByteBufAllocator.DEFAULT, 64 * 1024, (chunk, last) -> {
            whole.writeBytes(chunk);
            chunk.release();
        });
        try {
            content.accept(sink);
            sink.finish();
            return ByteBufUtil.getBytes(whole);
        } finally {
            sink.discard();
            whole.release();
        }
    }

    static Source source(byte[] bytes) {
        return Source.of(Unpooled.wrappedBuffer(bytes), Limits.defaults());
    }

    /** Returns the rest of a source. */
    static byte[] rest(Source in) {
        byte[] rest = new byte[(int) in.remaining()];
        in.readBytes(rest, 0, rest.length);
        return rest;
    }

    static byte[] random(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Returns a copy of the message with some bytes changed, inserted, removed or moved. */
    static byte[] mutated(byte[] message, Random random) {
        byte[] now = message.clone();
        for (int i = random.nextInt(6); i > 0 && now.length > 0; i--) {
            int at = random.nextInt(now.length);
            int length = Math.min(now.length - at, 1 + random.nextInt(1 << random.nextInt(10)));
            switch (random.nextInt(4)) {
                case 0 -> System.arraycopy(random(random, length), 0, now, at, length);
                case 1 -> now = join(now, 0, at, random(random, length), now, at, now.length);
                case 2 -> now = join(now, 0, at, new byte[0], now, at + length, now.length);
                default -> now = join(now, at, now.length, new byte[0], now, 0, at);
            }
        }
        return now;
    }

    private static byte[] join(byte[] a, int from, int to, byte[] middle, byte[] b, int start, int end) {
        byte[] joined = new byte[to - from + middle.length + end - start];
        System.arraycopy(a, from, joined, 0, to - from);
        System.arraycopy(middle, 0, joined, to - from, middle.length);
        System.arraycopy(b, start, joined, to - from + middle.length, end - start);
        return joined;
    }
}
