package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.session.IncomingSide;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/**
 * Input stream on the content of a side stream. Blocks while there is none. One thread at a time reads, any may close.
 * Closing it early lets the sender stop.
 */
final class SideInput extends InputStream {
    private final SideStreams sides;
    private final IncomingSide side;
    private final IdleWatch watch;
    /** Guarded by this, as is the error that ended it here. */
    private @Nullable ByteBuf chunk;

    private @Nullable ParleyException over;

    /** Signalled, with the session locked, when content or the end has arrived. */
    private final Condition arrival;

    SideInput(SideStreams sides, IncomingSide side, Condition arrival) {
        this.sides = sides;
        this.side = side;
        this.arrival = arrival;
        this.watch = sides.watch(this::onIdle);
    }

    /** Starts to watch the reader. */
    void start() {
        watch.start();
    }

    /** Wakes the reader. Called with the session locked. */
    void onArrival() {
        watch.touch();
        arrival.signalAll();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        int count = read(one, 0, 1);
        return count < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, into.length);
        if (length == 0) {
            return 0;
        }
        watch.touch();
        int copied = copy(into, offset, length);
        while (copied == 0) {
            ByteBuf next = sides.await(side, arrival);
            if (next == null) {
                watch.stop();
                return -1;
            }
            keep(next);
            copied = copy(into, offset, length);
        }
        return copied;
    }

    /**
     * Reads up to a number of bytes into one array. Its memory counts against the session's receive budget while it is
     * assembled, and not any more once it was returned.
     *
     * @throws IOException with {@code BUDGET} as its cause if there is no memory; the side stream is then ended
     */
    @Override
    public byte[] readNBytes(int most) throws IOException {
        try (WholeRead whole = new WholeRead(sides.memory(), most)) {
            int bytes = 0;
            while (bytes >= 0 && whole.hasRoom()) {
                bytes = whole.readFrom(this);
            }
            return whole.toBytes();
        } catch (ParleyException e) {
            end(e);
            throw ended(e);
        }
    }

    @Override
    public byte[] readAllBytes() throws IOException {
        byte[] all = readNBytes(WholeRead.MOST_BYTES);
        if (all.length == WholeRead.MOST_BYTES && read() >= 0) {
            ParleyException why = new ParleyException(
                    ErrorCode.LIMIT,
                    "a side stream read as one array: expected at most " + WholeRead.MOST_BYTES
                            + " bytes, found more; read it as a stream");
            end(why);
            throw ended(why);
        }
        return all;
    }

    @Override
    public synchronized int available() {
        return chunk == null ? 0 : chunk.readableBytes();
    }

    @Override
    public void close() {
        end(new ParleyException(ErrorCode.CANCELLED, side + " was closed by its reader"));
    }

    /** Ends reading. Buffered content is dropped, so that a part is not mistaken for the whole. */
    private void end(ParleyException why) {
        synchronized (this) {
            if (over != null) {
                return;
            }
            over = why;
            release();
        }
        watch.stop();
        sides.cancel(side, why.code(), why.text());
    }

    private synchronized int copy(byte[] into, int offset, int length) throws IOException {
        ParleyException why = over;
        if (why != null) {
            throw ended(why);
        }
        ByteBuf from = chunk;
        if (from == null) {
            return 0;
        }
        int bytes = Math.min(length, from.readableBytes());
        from.readBytes(into, offset, bytes);
        if (!from.isReadable()) {
            release();
        }
        return bytes;
    }

    private synchronized void keep(ByteBuf next) {
        if (over != null) {
            next.release();
        } else {
            chunk = next;
        }
    }

    /**
     * Moves unread content to the heap when the session is closed, since its timers may have ended and an input that is
     * dropped unread must not leak. Called with the session locked.
     */
    synchronized void onSessionOver() {
        side.moveToHeap();
        ByteBuf rest = chunk;
        if (rest != null) {
            byte[] bytes = new byte[rest.readableBytes()];
            rest.readBytes(bytes);
            rest.release();
            chunk = Unpooled.wrappedBuffer(bytes);
        }
    }

    private void release() {
        if (chunk != null) {
            chunk.release();
            chunk = null;
        }
    }

    static IOException ended(ParleyException why) {
        return new IOException(why.getMessage(), why);
    }

    private void onIdle() {
        end(new ParleyException(ErrorCode.TIMEOUT, sides.idle("to bring something, and to be read")));
    }
}
