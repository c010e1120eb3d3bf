package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.compression.MessageCompression;
import io.parley.representation.SideSource;
import io.parley.representation.Source;
import io.parley.session.MessageKind;
import io.parley.session.Received;
import io.parley.session.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The content of a received message: its sources, and the memory of its bytes and objects until it is closed. The state
 * of the message itself is in the subclass {@link Incoming}, so that there is one object per message.
 */
abstract class IncomingContent implements IncomingMessage, Source.Heap, ObjectReservation.Owner, ReadResponse.Unread {
    private static final Logger LOG = LoggerFactory.getLogger(IncomingContent.class);

    private final Kind kind;
    private final Received content;
    private final @Nullable ReceivedSides sides;
    /**
     * Source of the content. Created at once for content that is still arriving or compressed, otherwise on demand, and
     * never for content that is read by a lent source. Guarded by this.
     */
    private @Nullable Source source;
    /** Compression of the message and of its response. */
    private final MessageCompression compression;
    /** Source of the decompressed content. Guarded by {@code source}, not by this, since reading the head may block. */
    private @Nullable Source unpacked;

    private @Nullable ParleyException unreadable;
    /** Content that is still arriving; null for a complete message. */
    private final @Nullable ArrivingContent arriving;

    private final boolean oneFragment;
    private final boolean redelivered;
    /** Reservation for decoded objects; created on demand. Guarded by this. */
    private @Nullable ObjectReservation objects;

    private volatile boolean renewedTaken;
    /** Guarded by this, as is whether the session was informed that everything was read. */
    private boolean closed;

    private boolean readReported;

    /**
     * Creates the content.
     *
     * @param arriving for a message that is read while it arrives; null for a complete one
     */
    @SuppressWarnings("this-escape") // the source only keeps it, to ask it for memory once something is read
    IncomingContent(ConversationState state, Received content, @Nullable ArrivingContent arriving) {
        this.content = content;
        this.redelivered = arriving == null && content.isRestored();
        this.kind = switch (content.kind()) {
            case REQUEST -> Kind.REQUEST;
            case ONE_WAY -> Kind.ONE_WAY;
            case RESPONSE -> Kind.RESPONSE;
            case FAULT -> Kind.FAULT;
            case SIDE -> throw new IllegalStateException("a side stream is no message");
        };
        this.arriving = arriving;
        this.compression = compressionOf(state, content.kind());
        if (arriving == null) {
            this.sides =
                    content.sides().isEmpty() ? null : new ReceivedSides(state.sides(), content::sides, content::sides);
        } else {
            this.sides = new ReceivedSides(state.sides(), arriving::awaitSides, arriving::sides);
        }
        if (arriving != null || compression != MessageCompression.NONE) {
            own(state);
        }
        this.oneFragment = arriving == null && content.isOneFragment() && !isCompressed(state);
    }

    private MessageCompression compressionOf(ConversationState state, MessageKind ofMessage) {
        return switch (ofMessage) {
            case REQUEST -> state.compression().called();
            case ONE_WAY -> state.compression().oneWay();
            default ->
                content.stream().attachment() instanceof PendingCall pending
                        ? pending.compression()
                        : MessageCompression.NONE;
        };
    }

    /**
     * Returns whether the content is compressed, so that its expansion may be long. Called before anything was read.
     */
    private boolean isCompressed(ConversationState state) {
        if (compression == MessageCompression.NONE) {
            return false;
        }
        Source plain = own(state);
        return !plain.isAtEnd() && compression.isPacked(plain.peekByte());
    }

    /** Returns the message's own source. */
    private synchronized Source own(ConversationState state) {
        Source known = source;
        if (known == null) {
            Limits limits = state.agreement().limits();
            SideSource beside = sides == null ? SideSource.NONE : sides;
            known = arriving == null
                    ? new Source(this::next, content.length(), limits, beside)
                    : new Source(arriving, Source.UNKNOWN, limits, beside);
            known.behind(oneFragment ? content.readInPlace() : 0);
            known.heldBy(this);
            source = known;
        }
        return known;
    }

    /** Returns the state shared by the messages of its conversation. */
    abstract ConversationState state();

    @Override
    public final Kind kind() {
        return kind;
    }

    final SessionDriver driver() {
        return state().driver();
    }

    /** Returns whether the message was received in a datagram. */
    final boolean isExpendable() {
        return content.isExpendable();
    }

    /** Returns the index of its operation among the expendable ones. */
    public final int expendable() {
        return content.expendable();
    }

    @Override
    public final @Nullable String expendableOperation() {
        return isExpendable() ? state().agreement().expendable().name(content.expendable()) : null;
    }

    /** Returns the stream that the message was received on, and on which a response is sent. */
    final Stream stream() {
        return content.stream();
    }

    final MessageCompression compression() {
        return compression;
    }

    @Override
    public final Source source() {
        Source plain = own(state());
        if (compression == MessageCompression.NONE) {
            return plain;
        }
        synchronized (plain) {
            if (unreadable != null) {
                throw unreadable;
            }
            Source whole = unpacked;
            if (whole == null) {
                whole = unpack(plain);
                unpacked = whole;
            }
            return whole;
        }
    }

    @Override
    public final synchronized boolean lendTo(Source idle) {
        ByteBuf whole = oneFragment && compression == MessageCompression.NONE && source == null && !closed
                ? content.inOneBuffer()
                : null;
        if (whole == null) {
            return false;
        }
        idle.over(whole, content.length(), state().agreement().limits());
        idle.heldBy(this);
        return true;
    }

    @Override
    public final void dropContent() {
        Source known;
        synchronized (this) {
            known = source;
        }
        if (known != null) {
            known.close();
        } else {
            content.close();
            read();
        }
    }

    private Source unpack(Source plain) {
        try {
            Source whole = compression.unpack(plain);
            if (whole != plain) {
                whole.heldBy(this);
            }
            return whole;
        } catch (ParleyException e) {
            unreadable = e.code() == ErrorCode.BUDGET ? refused(e) : e;
            throw unreadable;
        }
    }

    /**
     * Prepares the content for the response: reads the head even if the rest is ignored, since later messages depend on
     * it, and drops content that is still arriving.
     */
    final void onAnswer() {
        if (compression != MessageCompression.NONE) {
            readHead();
        }
        if (arriving != null) {
            arriving.awaitDropped();
        }
    }

    private void readHead() {
        try {
            source();
        } catch (ParleyException e) {
            LOG.debug("Answering a request that cannot be read", e);
        }
    }

    @Override
    public final boolean isRedelivered() {
        return redelivered;
    }

    @Override
    public final boolean isOneFragment() {
        return oneFragment;
    }

    @Override
    public final void awaitWhole() {
        if (arriving != null) {
            arriving.awaitWhole();
        }
    }

    @Override
    public final @Nullable IncomingMessage renewed() {
        boolean anew = arriving != null && arriving.isRenewed();
        if (!anew || !(content.stream().attachment() instanceof PendingCall call)) {
            return null;
        }
        renewedTaken = true;
        return call.awaitRenewed();
    }

    /** Reserves memory for objects. Does nothing once the message is closed. */
    @Override
    public final void reserve(long bytes) {
        ObjectReservation held;
        synchronized (this) {
            if (closed) {
                return;
            }
            held = objects;
            if (held == null) {
                held = new ObjectReservation(state().services().objects, this);
                objects = held;
            }
        }
        held.reserve(bytes);
    }

    @Override
    public abstract ParleyException refused(ParleyException why);

    final boolean isAnswer() {
        return kind == Kind.RESPONSE || kind == Kind.FAULT;
    }

    /**
     * Returns true for messages that were stored and acknowledged, and so must not be refused: they wait for memory
     * instead.
     */
    @Override
    public final boolean isTakenInAnyCase() {
        return kind == Kind.ONE_WAY && state().isDurable();
    }

    @Override
    public final void close() {
        boolean unanswered;
        Source known;
        ObjectReservation held;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            unanswered = isUnanswered();
            known = source;
            held = objects;
        }
        release(known, held);
        onClosed(unanswered);
    }

    /** Returns whether there is no response yet. Called with the lock on this. */
    abstract boolean isUnanswered();

    /** Returns whether it was closed. Called with the lock on this. */
    final boolean isClosed() {
        return closed;
    }

    /**
     * Called once, when the content was released.
     *
     * @param unanswered true if no response had been started
     */
    abstract void onClosed(boolean unanswered);

    private void release(@Nullable Source known, @Nullable ObjectReservation held) {
        if (known != null) {
            closeUnpacked(known);
            known.close();
        }
        if (arriving != null) {
            arriving.end();
            if (!renewedTaken && arriving.isRenewed() && content.stream().attachment() instanceof PendingCall call) {
                call.closeRenewed();
            }
        } else {
            content.close();
            read();
        }
        if (held != null) {
            held.close();
        }
        if (sides != null) {
            sides.close();
        }
    }

    /** Closes the side streams, because the value that was read from the message has no owner. */
    @Override
    public final void giveUpSides() {
        if (sides != null) {
            sides.giveUp();
        }
    }

    private void closeUnpacked(Source plain) {
        if (compression == MessageCompression.NONE) {
            return;
        }
        synchronized (plain) {
            if (unpacked != null) {
                unpacked.close();
            }
        }
        compression.close();
    }

    private @Nullable ByteBuf next() {
        ByteBuf next = content.next();
        if (next == null) {
            read();
        }
        return next;
    }

    /** Informs the session that all content was read or dropped. */
    private void read() {
        synchronized (this) {
            if (readReported) {
                return;
            }
            readReported = true;
        }
        driver().onRead(content);
    }
}
