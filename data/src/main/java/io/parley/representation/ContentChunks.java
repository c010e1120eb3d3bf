package io.parley.representation;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.Limit;
import io.parley.ParleyException;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The chunks of one message, one after the other as its feed hands them over, and the message's length as far as that is
 * known. No byte is handed on beyond what the message declared to hold.
 */
abstract class ContentChunks implements AutoCloseable {
    /** Total of a message whose length the feed knows. */
    public static final long UNKNOWN = -1;

    private final ContentFeed feed;
    private final boolean asksFeed;
    private ByteBuf chunk;
    /** Whether another owner releases the chunk. */
    private boolean borrowed;

    /** Length of the message in bytes, as far as it is known. */
    private long total;

    private @Nullable ParleyException failure;
    /** Bytes taken from chunks, those {@link #ahead} included. */
    private long read;

    /** Bytes that it may hold in all; a session has seen to its own limit before. */
    private long most = Long.MAX_VALUE;

    private boolean closed;
    private @Nullable ContentCopy copy;
    /** Whether the feed is at its end. */
    private boolean drained;

    /** @param total bytes that the message declared to hold, or {@link #UNKNOWN} */
    ContentChunks(ContentFeed feed, long total) {
        this.feed = feed;
        this.asksFeed = total == UNKNOWN;
        this.total = asksFeed ? 0 : total;
        this.chunk = Unpooled.EMPTY_BUFFER;
    }

    /** Returns how many bytes were taken from the chunk and are still to be read: they lie in a window. */
    abstract int ahead();

    /** Puts what lies in the window back, and gives the window's memory away. */
    abstract void closeWindow();

    /** Begins anew with a message that lies in a buffer of somebody else's. */
    final void take(ByteBuf whole, long bytes) {
        closed = false;
        borrowed = true;
        chunk = whole;
        total = bytes;
        read = bytes - whole.readableBytes();
        most = Long.MAX_VALUE;
        failure = null;
        drained = false;
        copy = null;
    }

    final boolean isClosed() {
        return closed;
    }

    /** Sets how many bytes of the message another source has read before. Must be called before anything is read. */
    public final void behind(long bytes) {
        read = bytes;
    }

    /** Fails, now or while it is read, if the message is longer than so many bytes. */
    final void holdToLength(long mostBytes) {
        most = mostBytes;
        checkTotal();
    }

    private void checkTotal() {
        if (total > most) {
            throw ParleyException.limit(Limit.MESSAGE_BYTES, most, total, at("message"));
        }
    }

    /** Shows what is still to be read to somebody else too. */
    final void showTo(ContentCopy other) {
        copy = other;
        other.onBytes(chunk);
    }

    /** Bytes of the message not yet read. While it still arrives this is known, and waited for, only at its end. */
    public final long remaining() {
        if (asksFeed) {
            learn(Long.MAX_VALUE - read);
        }
        return left();
    }

    /** Returns whether so many bytes are left to read; they may still have to come. Blocks until that is known. */
    public final boolean holds(long bytes) {
        return bytes <= left() || learn(bytes);
    }

    /** Returns whether at least so many bytes are known to be left. Never blocks: more may still be declared. */
    public final boolean isKnownToHold(long bytes) {
        return bytes <= left();
    }

    /** Returns whether certainly fewer than so many bytes are left. Never blocks; false while that is not known yet. */
    public final boolean isShorterThan(long bytes) {
        return !asksFeed && left() < bytes;
    }

    /** Returns whether all was read. Blocks until one more byte or the end has come. */
    public final boolean isAtEnd() {
        if (!asksFeed) {
            return left() == 0;
        }
        return ahead() == 0 && !chunk.isReadable() && !nextChunk();
    }

    /** Returns the error that keeps the rest from coming, or null; the received bytes may be right all the same. */
    public final @Nullable ParleyException failure() {
        return failure;
    }

    /** The byte offset in the message, for error texts. */
    public final long position() {
        return read - ahead();
    }

    /** The current chunk; its reader index is where reading goes on. Must not be kept or released. */
    public final ByteBuf chunk() {
        return chunk;
    }

    /** Counts bytes that were read from {@link #chunk()} by the caller. */
    public final void consumed(long bytes) {
        read += bytes;
    }

    /** The place for an error text. */
    public final String at(String where) {
        return where + " at byte " + position();
    }

    /** Releases what was not read. Idempotent. */
    @Override
    public final void close() {
        if (closed) {
            return;
        }
        closed = true;
        closeWindow();
        letGo();
        endCopy();
        feed.close();
    }

    /** Releases the chunk; of a borrowed one only the reader index is kept. */
    private void letGo() {
        if (!borrowed) {
            chunk.release();
        }
        borrowed = false;
        chunk = Unpooled.EMPTY_BUFFER;
    }

    /** Shows unread content to the observer too, unless it still has to come. */
    private void endCopy() {
        ContentCopy other = copy;
        if (other == null) {
            return;
        }
        for (ByteBuf rest = asksFeed ? null : feed.next(); rest != null; rest = feed.next()) {
            other.onBytes(rest);
            rest.release();
        }
        other.onEnd(drained || !asksFeed);
    }

    /** Has the feed place the next bytes, which must not have come; returns how many it placed. */
    final long place(long bytes, ObjIntConsumer<ByteBuf> into) {
        if (copy != null || !holds(bytes)) {
            return 0;
        }
        letGo(); // It may be the last that keeps the memory of a whole read.
        return feed.place(bytes, into);
    }

    /** Returns how many of so many bytes, which the message must hold, lie in the chunk: at least one. */
    final int reach(int bytes) {
        if (!holds(bytes)) {
            throw truncated(bytes);
        }
        while (!chunk.isReadable()) {
            turn(bytes);
        }
        return Math.min(bytes, chunk.readableBytes());
    }

    private void turn(int needed) {
        if (!nextChunk()) {
            throw truncated(needed);
        }
    }

    /** False after the last. */
    private boolean nextChunk() {
        // Forgotten before the feed is asked: should that fail, close() must not release it again.
        letGo();
        try {
            ByteBuf next = feed.next();
            if (next == null) {
                total = asksFeed ? read : total;
                drained = true;
                return false;
            }
            chunk = next;
            if (copy != null) {
                copy.onBytes(next);
            }
            return true;
        } catch (ParleyException e) {
            failure = e;
            throw e;
        }
    }

    /** Asks the feed for what is known of the message's length. */
    private boolean learn(long bytes) {
        if (asksFeed) {
            try {
                total = feed.length(position() + bytes);
            } catch (ParleyException e) {
                failure = e;
                throw e;
            }
            checkTotal();
        }
        return bytes <= left();
    }

    /** Bytes not yet read, as far as is known. */
    final long left() {
        return total - position();
    }

    /** How many bytes are left, for an error text. */
    final String more() {
        return asksFeed ? "at least " + (ahead() + chunk.readableBytes()) : Long.toString(left());
    }

    private ParleyException truncated(long needed) {
        return ParleyException.malformed(
                needed + " more bytes", Math.max(0, left()) + " before the end", at("message"));
    }
}
