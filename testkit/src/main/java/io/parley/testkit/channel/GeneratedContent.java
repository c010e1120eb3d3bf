package io.parley.testkit.channel;

import io.parley.representation.SideContent;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Content of any length that is generated while it is read, is never held in memory, and can be verified. Thread-safe.
 */
public final class GeneratedContent implements SideContent {
    private final long length;
    private final int seed;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile long failsAt = Long.MAX_VALUE;
    private volatile long stallsAt = Long.MAX_VALUE;
    private volatile long read;

    public GeneratedContent(long length, int seed) {
        this.length = length;
        this.seed = seed;
    }

    /** Makes reading fail at {@code offset}. */
    public GeneratedContent failingAt(long offset) {
        failsAt = offset;
        return this;
    }

    /** Makes reading block at {@code offset} until the content is closed. */
    public GeneratedContent stallingAt(long offset) {
        stallsAt = offset;
        return this;
    }

    /** Returns the number of bytes read so far. */
    public long read() {
        return read;
    }

    /**
     * Waits up to a minute until the content was closed or discarded.
     *
     * @return whether it was
     */
    public boolean awaitClosed() throws InterruptedException {
        return closed.await(60, TimeUnit.SECONDS);
    }

    /** Returns whether the content was closed or discarded. */
    public boolean isClosed() {
        return closed.getCount() == 0;
    }

    /**
     * Reads the content to its end, checks it against the seed, and closes it.
     *
     * @return the number of bytes
     */
    public static long check(InputStream in, int seed) throws IOException {
        try (in) {
            byte[] buffer = new byte[32 * 1024];
            long at = 0;
            for (int bytes = in.read(buffer); bytes >= 0; bytes = in.read(buffer)) {
                for (int i = 0; i < bytes; i++, at++) {
                    if (buffer[i] != contentAt(seed, at)) {
                        throw new AssertionError("content " + seed + " differs at byte " + at);
                    }
                }
            }
            return at;
        }
    }

    @Override
    public InputStream open() {
        return new Generator();
    }

    @Override
    public void discard() {
        closed.countDown();
    }

    private static byte contentAt(int seed, long at) {
        return (byte) (seed * 31L + at + (at >>> 8) + (at >>> 16));
    }

    private final class Generator extends InputStream {
        private long at;

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] into, int offset, int most) throws IOException {
            if (at >= failsAt) {
                throw new IOException("made to fail");
            }
            if (at >= stallsAt) {
                stall();
            }
            if (at == length) {
                return -1;
            }
            int bytes = (int) Math.min(most, Math.min(length, Math.min(failsAt, stallsAt)) - at);
            for (int i = 0; i < bytes; i++) {
                into[offset + i] = contentAt(seed, at++);
            }
            read = at;
            return bytes;
        }

        @Override
        public int available() {
            return (int) Math.min(Integer.MAX_VALUE, Math.min(length, Math.min(failsAt, stallsAt)) - at);
        }

        @Override
        public void close() {
            closed.countDown();
        }

        private void stall() throws IOException {
            try {
                closed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            throw new IOException("closed while it was read");
        }
    }
}
