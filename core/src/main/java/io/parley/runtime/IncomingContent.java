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
 * The content of a received message: the sources that it is read by, and the memory of its bytes and objects until it is
 * closed. What becomes of the message is left to {@link Incoming}, which is the same object, since there is one for each
 * message.
 */
abstract class IncomingContent implements IncomingMessage, Source.Heap, HeldObjects.Owner, ReadResponse.Unread {
    private static final Logger LOG = LoggerFactory.getLogger(IncomingContent.class);

    private final Kind kind;
    private final Received content;
    private final @Nullable ReceivedSides sides;
    /**
     * Source of the content: made at once for content that still comes or is compressed; for other content on demand,
     * and never for content that is read by lent sources. Guarded by this.
     */
    private @Nullable Source source;
    /** Compression of the message and of its answer. */
    private final MessageCompression compression;
    /** Source of the content behind the head. Guarded by {@code source}, not by this: reading the head may block. */
    private @Nullable Source unpacked;

    private @Nullable ParleyException unreadable;
    /** Content that still arrives, or null for a message that was handed over whole. */
    private final @Nullable Arriving arriving;

    private final boolean oneFragment;
    private final boolean redelivered;
    /** Made when something is reserved, which short messages need not. Guarded by this. */
    private @Nullable HeldObjects objects;

    private volatile boolean renewedTaken;
    /** Guarded by this; so is whether the session knows that all was read. */
    private boolean closed;

    private boolean readTold;

    /**
     * @param arriving for a message that is read while it comes; null for one that came whole
     */
    @SuppressWarnings("this-escape") // the source only keeps it, to ask it for memory once something is read
    IncomingContent(ConversationState state, Received content, @Nullable Arriving arriving) {
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
        this.oneFragment = arriving == null && content.isOneFragment() && !isPacked(state);
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
     * Returns whether the content is compressed: it is short, but its expansion need not be. Called before anything was
     * read.
     */
    private boolean isPacked(ConversationState state) {
        if (compression == MessageCompression.NONE) {
            return false;
        }
        Source plain = own(state);
        return !plain.isAtEnd() && compression.isPacked(plain.peekByte());
    }

    /** The source that is this message's alone. */
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

    /** What messages of its conversation share. */
    abstract ConversationState state();

    @Override
    public final Kind kind() {
        return kind;
    }

    final SessionDriver driver() {
        return state().driver();
    }

    /** Returns whether it came in a datagram. */
    final boolean isExpendable() {
        return content.isExpendable();
    }

    /** Returns the number of its operation among those that are expendable. */
    public final int expendable() {
        return content.expendable();
    }

    @Override
    public final @Nullable String expendableOperation() {
        return isExpendable() ? state().agreement().expendable().name(content.expendable()) : null;
    }

    /** The stream that it came on, which takes its answer. */
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
     * Readies the content for the answer: its head is read, also where nobody looks at the rest, since it speaks of other
     * calls too; and what is still to come of it is dropped.
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
            LOG.debug("a request that cannot be read is answered all the same", e);
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

    /** Of what is still decoded when the message is closed already nothing is kept. */
    @Override
    public final void reserve(long bytes) {
        HeldObjects held;
        synchronized (this) {
            if (closed) {
                return;
            }
            held = objects;
            if (held == null) {
                held = new HeldObjects(state().services().objects, this);
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

    /** What was stored for its sender and acknowledged must not be refused; it waits until there is room for others. */
    @Override
    public final boolean isTakenInAnyCase() {
        return kind == Kind.ONE_WAY && state().isDurable();
    }

    @Override
    public final void close() {
        boolean unanswered;
        Source known;
        HeldObjects held;
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

    /** Returns whether nobody began to answer it. Called with the lock on this. */
    abstract boolean isUnanswered();

    /** Returns whether it was closed; to be asked with the lock on this. */
    final boolean isClosed() {
        return closed;
    }

    /**
     * Called once, when its content was released.
     *
     * @param unanswered whether nobody had begun to answer it
     */
    abstract void onClosed(boolean unanswered);

    private void release(@Nullable Source known, @Nullable HeldObjects held) {
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

    /**
     * Gives up the side streams: the value that was read from the message has no owner, and its side streams no reader.
     */
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

    /** Informs the session that all of the content was taken out or dropped. */
    private void read() {
        synchronized (this) {
            if (readTold) {
                return;
            }
            readTold = true;
        }
        driver().onRead(content);
    }
}
