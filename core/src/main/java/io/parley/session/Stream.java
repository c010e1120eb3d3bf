package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.parley.HotPath;
import io.parley.ParleyException;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A stream of a session: a request with its response, a one-way message, or a side stream of one of these. Its chunks
 * are the queued outgoing content. Everything but the attachment belongs to the session, and is confined to its owner.
 */
public final class Stream extends Chunks {
    /** The stream's id; 0 until BEGIN was sent or received. */
    int id;

    /** Track that this side sends on; 0 until it has one. */
    int track;

    /** True if this side started the stream. */
    final boolean own;

    /** Kind of the message that started the stream. */
    final MessageKind kind;

    boolean closed;

    /** Outgoing half: bytes of the queued chunks. */
    long queued;

    MessageKind sending;
    long written;
    /** Announced minimum length of the message in bytes. */
    long expected;

    boolean begun;
    boolean ended;
    boolean endSent;
    boolean scheduled;
    /** True for a one-way message that waits until those before it have started. */
    boolean aside;

    int sendWindow;

    /** Bytes sent for which the peer has not returned credit. */
    long unread;

    /** Side streams attached to the outgoing message that were not announced yet. */
    List<Stream> sides = List.of();

    /** Position of an outgoing side stream in its message. */
    @Nullable
    Place place;

    /** Content after the chunks that is copied when it is sent. */
    private @Nullable Loan loan;

    /** Callback that wakes the outgoing message's writer when it may try again; null while it does not wait. */
    private volatile @Nullable Runnable wakeUp;

    /** Bytes that the peer has reserved for this side's message, as far as this side can know. */
    long reservedAtPeer;

    /** Stall timer of this stream's content; null unless it waits for the stream's credit. */
    @Nullable
    StallTimer stallTimer;

    /** Incoming half: the message that is arriving, or null. */
    @Nullable
    Received receiving;

    int receiveWindow;
    int unreturned;

    /** Incoming side stream that it carries. */
    @Nullable
    IncomingSide side;

    private @Nullable Object attachment;

    /**
     * Counter of the bytes of all frames of its messages, in both directions, and of its side streams; null if they are
     * not counted.
     */
    @Nullable
    LongConsumer meter;

    /** Content lent by the writer, and the number of bytes left. */
    private static final class Loan {
        private final ObjIntConsumer<ByteBuf> from;
        private long left;

        Loan(ObjIntConsumer<ByteBuf> from, long bytes) {
            this.from = from;
            this.left = bytes;
        }
    }

    /** Position of an outgoing side stream in its message. */
    static final class Place {
        /** Number within the message. */
        final int number;
        /** Id of the message's stream; 0 until the side stream was announced. */
        int message;
        /** Error to abort it with, if it was cancelled before it started. */
        @Nullable
        ParleyException givenUp;

        Place(int number) {
            this.number = number;
        }
    }

    Stream(MessageKind kind, boolean own, int window) {
        this.kind = kind;
        this.own = own;
        this.sending = kind;
        this.sendWindow = window;
        this.receiveWindow = window;
    }

    /** Returns the number of this side's side stream within its message. */
    public int number() {
        return place().number;
    }

    /** Returns the object attached by the session's user. */
    public @Nullable Object attachment() {
        return attachment;
    }

    /** Attaches an object for the session's user. */
    public void attach(Object value) {
        attachment = value;
    }

    /**
     * Counts the bytes of all content frames from now on, with headers, in both directions, including those of side
     * streams. Must be called before the first {@link Exchange#write}.
     *
     * @param bytes called with each frame's length, while the session is locked; must neither block nor wait for a
     *     session
     */
    public void countBytes(LongConsumer bytes) {
        meter = bytes;
    }

    /** Counts a content frame that was sent or received. */
    @HotPath
    void count(int frameBytes) {
        LongConsumer counting = meter;
        if (counting != null) {
            counting.accept(frameBytes);
        }
    }

    /** Returns whether the stream has ended, in any way: writes to it are dropped. */
    public boolean isClosed() {
        return closed;
    }

    /** Returns the bytes of content given to {@link Exchange#write} and not sent yet. */
    public long queuedBytes() {
        return queued;
    }

    /** Borrows content that its writer keeps until all of it was copied; only one loan at a time. */
    void lend(long bytes, ObjIntConsumer<ByteBuf> from) {
        loan = new Loan(from, bytes);
    }

    /** Ends the loan; returns the number of bytes that were not copied. */
    long giveBack() {
        long left = lent();
        loan = null;
        return left;
    }

    /** Returns the bytes of lent content still to be copied. */
    long lent() {
        return loan == null ? 0 : loan.left;
    }

    /** Returns whether its writer still has to keep lent content. */
    boolean borrows() {
        return loan != null;
    }

    /** Copies the next bytes of the lent content to a buffer. */
    @HotPath
    void take(int bytes, ByteBuf into) {
        Loan lent = Objects.requireNonNull(loan, "nothing was lent");
        lent.from.accept(into, bytes);
        lent.left -= bytes;
        if (lent.left == 0) {
            loan = null;
        }
    }

    /** Returns the bytes that can be sent next, regardless of credit: of the first chunk, or of the lent content. */
    long nextBytes() {
        ByteBuf first = firstChunk();
        return first == null ? lent() : first.readableBytes();
    }

    /** Returns whether content waits to be sent. */
    boolean hasContent() {
        return loan != null || !hasNoChunk();
    }

    /** Sets or clears the wake-up callback of a waiting writer. */
    void setWakeUp(@Nullable Runnable waiting) {
        wakeUp = waiting;
    }

    /** Wakes a waiting writer. May be called by any thread. */
    void wake() {
        Runnable waiting = wakeUp;
        if (waiting != null) {
            waiting.run();
        }
    }

    /** Returns the position of an outgoing side stream. */
    Place place() {
        return Objects.requireNonNull(place, "no side stream of this side");
    }

    boolean isSide() {
        return kind == MessageKind.SIDE;
    }

    @Override
    public String toString() {
        return "stream " + id;
    }
}
