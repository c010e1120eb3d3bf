package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.parley.HotPath;
import io.parley.ParleyException;
import java.util.List;
import java.util.Objects;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An exchange of a session, as its user holds it: a request with its answer, a one-way message, or a side stream that
 * belongs to one of these. Its chunks are the content that waits to be sent. Everything but the attachment belongs to
 * the session, and to the thread that has it.
 */
public final class Stream extends Chunks {
    /** 0 until BEGIN went out or came. */
    int id;

    /** Lane of what this side sends on it; 0 until it has one. */
    int lane;

    /** Whether this side began it. */
    final boolean own;

    /** Kind of the message that began it. */
    final MessageKind kind;

    boolean closed;

    /** Outgoing half: bytes of the chunks that wait. */
    long queued;

    MessageKind sending;
    long written;
    /** Bytes that are sure to be written, from the message's beginning. */
    long expected;

    boolean begun;
    boolean ended;
    boolean endSent;
    boolean scheduled;
    /** Whether it is a one-way message that may begin when those before it have. */
    boolean aside;

    int sendWindow;

    /** Bytes that were sent and for which the peer gave no credit. */
    long unread;

    /** The side streams that were attached to the outgoing message and not announced. */
    List<Stream> sides = List.of();

    /** Place of an outgoing side stream. */
    @Nullable
    Place place;

    /** Content behind the chunks that is copied where it is sent. */
    private @Nullable Loan loan;

    /** Bell of the outgoing message's writer, rung when it may ask for room again; null while it does not wait. */
    private volatile @Nullable Runnable bell;

    /** Bytes that the peer has reserved for this side's message, as far as this side can know. */
    long reservedAtPeer;

    /** Pace at which the peer takes this stream's content; null until it waits for the stream's credit. */
    @Nullable
    Pace pace;

    /** Incoming half. */
    @Nullable
    Received receiving;

    int receiveWindow;
    int unreturned;

    /** Incoming side stream that it carries. */
    @Nullable
    IncomingSide side;

    private @Nullable Object attachment;

    /** What its writer lent, and how much of it is left. */
    private static final class Loan {
        private final ObjIntConsumer<ByteBuf> from;
        private long left;

        Loan(ObjIntConsumer<ByteBuf> from, long bytes) {
            this.from = from;
            this.left = bytes;
        }
    }

    /** Place of an outgoing side stream in its message. */
    static final class Place {
        /** Number within its message. */
        final int number;
        /** The message's stream, 0 until it was announced. */
        int message;
        /** Error to abort it with, for one that was given up before it began. */
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

    /** Returns the number of this side's side stream within the message that it was attached to. */
    public int number() {
        return place().number;
    }

    /** Returns the object that the session's user attached. */
    public @Nullable Object attachment() {
        return attachment;
    }

    /** Attaches an object of the session's user. */
    public void attach(Object value) {
        attachment = value;
    }

    /** Returns whether it is over, in whatever way: writes to it are dropped. */
    public boolean isClosed() {
        return closed;
    }

    /** Bytes of content given to {@link Exchange#write} and not sent yet. */
    public long queuedBytes() {
        return queued;
    }

    /** Content that its writer keeps until all of it was taken out; only one at a time. */
    void lend(long bytes, ObjIntConsumer<ByteBuf> from) {
        loan = new Loan(from, bytes);
    }

    /** Ends the loan: nothing more is taken. Returns how much was left. */
    long giveBack() {
        long left = lent();
        loan = null;
        return left;
    }

    /** Bytes that were lent and are still to be copied. */
    long lent() {
        return loan == null ? 0 : loan.left;
    }

    /** Returns whether its writer has to keep content for it. */
    boolean borrows() {
        return loan != null;
    }

    /** Puts the next so many bytes of what was lent into a buffer. */
    @HotPath
    void take(int bytes, ByteBuf into) {
        Loan lent = Objects.requireNonNull(loan, "nothing was lent");
        lent.from.accept(into, bytes);
        lent.left -= bytes;
        if (lent.left == 0) {
            loan = null;
        }
    }

    /** Bytes that can be sent next, without a look at credit: of the first chunk, or else of what was lent. */
    long nextBytes() {
        ByteBuf first = firstChunk();
        return first == null ? lent() : first.readableBytes();
    }

    /** Returns whether content waits to be sent. */
    boolean hasContent() {
        return loan != null || !hasNoChunk();
    }

    /** Sets or clears the bell of a writer that waits. */
    void hang(@Nullable Runnable waiting) {
        bell = waiting;
    }

    /** Rings the bell of a writer that waits. Any thread. */
    void ring() {
        Runnable waiting = bell;
        if (waiting != null) {
            waiting.run();
        }
    }

    /** Returns the place of an outgoing side stream. */
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
