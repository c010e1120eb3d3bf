package io.parley.session;

import io.parley.ParleyException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One exchange of a session, as its user holds it: a request with its answer, a one-way message, or a side stream that
 * belongs to one of these. Its chunks are what waits to be sent. All but what its user attached is the session's; belongs to
 * whoever has the session.
 */
public final class Stream extends Chunks {
    /** 0 until BEGIN went out or came. */
    int id;

    /** Whether this side began it. */
    final boolean own;

    /** What began it. */
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

    /** What an outgoing side stream belongs to. */
    @Nullable
    Place place;

    /** Tells the writer of the outgoing message that it may ask for room again; null while it does not wait. */
    private volatile @Nullable Runnable bell;

    /** What the peer has reserved for our message, as far as this side can know. */
    long reservedAtPeer;

    /** How fast the peer takes this stream's content; null until it waits for the stream's credit. */
    @Nullable
    Pace pace;

    /** Incoming half. */
    @Nullable
    Received receiving;

    int receiveWindow;
    int unreturned;

    /** What an incoming side stream is for. */
    @Nullable
    IncomingSide side;

    private @Nullable Object attachment;

    /** Where an outgoing side stream belongs. */
    static final class Place {
        /** Its number within its message. */
        final int number;
        /** The message's stream, 0 until it was announced. */
        int message;
        /** For one that was given up before it began: what to abort it with. */
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

    /** For a side stream of this side: its number within the message that it was attached to. */
    public int number() {
        return place().number;
    }

    /** What the session's user attached. */
    public @Nullable Object attachment() {
        return attachment;
    }

    /** Lets the session's user find its own from a stream. */
    public void attach(Object value) {
        attachment = value;
    }

    /** Whether it is over, in whatever way: what is written to it is dropped. */
    public boolean isClosed() {
        return closed;
    }

    /** Bytes of content given to {@link Exchange#write} and not sent yet. */
    public long queuedBytes() {
        return queued;
    }

    /** Lets a writer be told when it may ask again, or no more. */
    void hang(@Nullable Runnable waiting) {
        bell = waiting;
    }

    /** Tells a writer that waits. Any thread. */
    void ring() {
        Runnable waiting = bell;
        if (waiting != null) {
            waiting.run();
        }
    }

    /** Of an outgoing side stream. */
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
