package io.parley.representation;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.Limit;
import io.parley.ParleyException;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The chunks of one message, in order, as its feed delivers them, and the message's length as far as it is known. Never
 * returns more bytes than the message declared.
 */
abstract class ContentChunks implements AutoCloseable {
    /** Total of a message whose length only the feed knows. */
    public static final long UNKNOWN = -1;

    private final ContentFeed feed;
    private final boolean lengthFromFeed;
    private ByteBuf chunk;
    /** Whether another owner releases the chunk. */
    private boolean borrowed;

    /** Length of the message in bytes, as far as it is known. */
    private long total;

    private @Nullable ParleyException failure;
    /** Bytes taken from chunks, including those {@link #ahead}. */
    private long read;

    /** Greatest length of the message that is accepted. The session has enforced its own limit before. */
    private long maxBytes = Long.MAX_VALUE;

    private boolean closed;
    private @Nullable ContentCopy copy;
    /** Whether the feed has delivered its last chunk. */
    private boolean drained;

    /**
     * @param total bytes that the message declared, or {@link #UNKNOWN}
     */
    ContentChunks(ContentFeed feed, long total) {
        this.feed = feed;
        this.lengthFromFeed = total == UNKNOWN;
        this.total = lengthFromFeed ? 0 : total;
        this.chunk = Unpooled.EMPTY_BUFFER;
    }

    /** Returns the number of bytes that were taken from the chunk into a window, but not read yet. */
    abstract int ahead();

    /** Returns unread bytes from the window to the chunk, and releases the window. */
    abstract void closeWindow();

    /** Reuses this closed object for a message in a buffer that the caller keeps. */
    final void take(ByteBuf whole, long bytes) {
        closed = false;
        borrowed = true;
        chunk = whole;
        total = bytes;
        read = bytes - whole.readableBytes();
        maxBytes = Long.MAX_VALUE;
        failure = null;
        drained = false;
        copy = null;
    }

    final boolean isClosed() {
        return closed;
    }

    /**
     * Sets the number of bytes of the message that another source has already read. Must be called before the first
     * read.
     */
    public final void behind(long bytes) {
        read = bytes;
    }

    /** Limits the length of the message. Fails, now or during a read, if it is longer. */
    final void holdToLength(long newMax) {
        maxBytes = newMax;
        checkTotal();
    }

    private void checkTotal() {
        if (total > maxBytes) {
            throw ParleyException.limit(Limit.MESSAGE_BYTES, maxBytes, total, at("message"));
        }
    }

    /** Copies the content that is still to be read to an observer. */
    final void showTo(ContentCopy other) {
        copy = other;
        other.onBytes(chunk);
    }

    /** Returns the number of bytes not yet read. Blocks until the end of the message if its length is unknown. */
    public final long remaining() {
        if (lengthFromFeed) {
            awaitLength(Long.MAX_VALUE - read);
        }
        return left();
    }

    /**
     * Returns whether at least that many bytes are left to read, whether or not they have arrived. Blocks until that is
     * known.
     */
    public final boolean holds(long bytes) {
        return bytes <= left() || awaitLength(bytes);
    }

    /** Returns whether at least that many bytes are known to be left. Never blocks: more may still be declared. */
    public final boolean isKnownToHold(long bytes) {
        return bytes <= left();
    }

    /** Returns whether fewer than that many bytes are known to be left. Never blocks; false while that is unknown. */
    public final boolean isShorterThan(long bytes) {
        return !lengthFromFeed && left() < bytes;
    }

    /** Returns whether everything has been read. Blocks until another byte or the end has arrived. */
    public final boolean isAtEnd() {
        if (!lengthFromFeed) {
            return left() == 0;
        }
        return ahead() == 0 && !chunk.isReadable() && !nextChunk();
    }

    /**
     * Returns the failure that keeps the rest from arriving, or null. The bytes received before it may be valid all the
     * same.
     */
    public final @Nullable ParleyException failure() {
        return failure;
    }

    /** Returns the byte offset in the message, for error messages. */
    public final long position() {
        return read - ahead();
    }

    /** Returns the current chunk, whose reader index is the read position. Must not be kept or released. */
    public final ByteBuf chunk() {
        return chunk;
    }

    /** Records that the caller has read bytes from {@link #chunk()}. */
    public final void consumed(long bytes) {
        read += bytes;
    }

    /** Returns the given place with the byte offset, for error messages. */
    public final String at(String where) {
        return where + " at byte " + position();
    }

    /** Releases unread content. Idempotent. */
    @Override
    public final void close() {
        if (closed) {
            return;
        }
        closed = true;
        closeWindow();
        releaseChunk();
        endCopy();
        feed.close();
    }

    /** Releases the chunk. The owner of a borrowed one keeps it, with its reader index. */
    private void releaseChunk() {
        if (!borrowed) {
            chunk.release();
        }
        borrowed = false;
        chunk = Unpooled.EMPTY_BUFFER;
    }

    /** Passes unread content to the observer too, unless it has yet to arrive. */
    private void endCopy() {
        ContentCopy other = copy;
        if (other == null) {
            return;
        }
        for (ByteBuf rest = lengthFromFeed ? null : feed.next(); rest != null; rest = feed.next()) {
            other.onBytes(rest);
            rest.release();
        }
        other.onEnd(drained || !lengthFromFeed);
    }

    /** Lets the feed place the next bytes, which must not have arrived yet. Returns how many it placed. */
    final long place(long bytes, ObjIntConsumer<ByteBuf> into) {
        if (copy != null || !holds(bytes)) {
            return 0;
        }
        releaseChunk(); // It may be the last reference to the memory of a whole read.
        return feed.place(bytes, into);
    }

    /** Returns how many of the given number of bytes, which the message must hold, lie in the chunk: at least one. */
    final int reach(int bytes) {
        if (!holds(bytes)) {
            throw truncated(bytes);
        }
        while (!chunk.isReadable()) {
            advance(bytes);
        }
        return Math.min(bytes, chunk.readableBytes());
    }

    private void advance(int needed) {
        if (!nextChunk()) {
            throw truncated(needed);
        }
    }

    /** Moves on to the next chunk. Returns false after the last. */
    private boolean nextChunk() {
        // Released before the feed is called: should that fail, close() must not release it again.
        releaseChunk();
        try {
            ByteBuf next = feed.next();
            if (next == null) {
                total = lengthFromFeed ? read : total;
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

    /**
     * Updates the length of the message from the feed. Blocks until the given number of bytes, or the exact length, is
     * known.
     */
    private boolean awaitLength(long bytes) {
        if (lengthFromFeed) {
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

    /** Returns the number of bytes not yet read, as far as is known. */
    final long left() {
        return total - position();
    }

    /** Returns the number of bytes left, for error messages. */
    final String remainingText() {
        return lengthFromFeed ? "at least " + (ahead() + chunk.readableBytes()) : Long.toString(left());
    }

    private ParleyException truncated(long needed) {
        return ParleyException.malformed(
                needed + " more bytes", Math.max(0, left()) + " before the end", at("message"));
    }
}
