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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A received message, and for a request the way to its answer. */
final class Incoming implements IncomingMessage, Runnable, Source.Heap, HeldObjects.Owner, ReadResponse.Unread {
    private static final Logger LOG = LoggerFactory.getLogger(Incoming.class);

    private final LiveConversation conversation;
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
    /** Whether it is being decoded, and nobody acts on it before it is. */
    private volatile boolean decoding;

    private volatile boolean renewedTaken;

    private volatile boolean wanted = true;
    /** Whether a handler was given it; and whether it counts as work that its sender gave up. Guarded by this. */
    private boolean begun, abandoned;

    private Runnable whenUnwanted = Incoming::nothing;
    /** Whether it exceeds the number of messages that may be worked on. */
    private boolean tooMuch;
    /** Guarded by this, as are those below. */
    private Answer answer = Answer.NONE;

    private boolean closed;
    /**
     * Whether the session knows that all was read; the next field: whether the conversation knows that the work ended.
     */
    private boolean readTold;

    private boolean endTold;

    private enum Answer {
        NONE,
        BEING_WRITTEN,
        GIVEN,
        /** For want of memory, while it was decoded: who decodes it may still want to answer with a fault. */
        REFUSED
    }

    /**
     * @param arriving for a message that is read while it comes; null for one that came whole
     */
    Incoming(LiveConversation conversation, Received content, @Nullable Arriving arriving) {
        this.conversation = conversation;
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
        this.compression = compressionOf(content.kind());
        if (arriving == null) {
            this.sides = content.sides().isEmpty()
                    ? null
                    : new ReceivedSides(conversation.state().sides(), content::sides, content::sides);
        } else {
            this.sides = new ReceivedSides(conversation.state().sides(), arriving::awaitSides, arriving::sides);
        }
        if (arriving != null || compression != MessageCompression.NONE) {
            own();
        }
        this.oneFragment = arriving == null && content.isOneFragment() && !isPacked();
    }

    private MessageCompression compressionOf(MessageKind ofMessage) {
        return switch (ofMessage) {
            case REQUEST -> conversation.state().compression().called();
            case ONE_WAY -> conversation.state().compression().oneWay();
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
    private boolean isPacked() {
        if (compression == MessageCompression.NONE) {
            return false;
        }
        Source plain = own();
        return !plain.isAtEnd() && compression.isPacked(plain.peekByte());
    }

    /** The source that is this message's alone. */
    private synchronized Source own() {
        Source known = source;
        if (known == null) {
            SideSource beside = sides == null ? SideSource.NONE : sides;
            known = arriving == null
                    ? new Source(this::next, content.length(), limits(), beside)
                    : new Source(arriving, Source.UNKNOWN, limits(), beside);
            known.behind(oneFragment ? content.readInPlace() : 0);
            known.heldBy(this);
            source = known;
        }
        return known;
    }

    private Limits limits() {
        return conversation.state().agreement().limits();
    }

    /**
     * Counts it as work that begins: at once, so that the session's end, which may overtake its dispatch, knows of it.
     */
    void begins() {
        content.stream().attach(this);
        tooMuch = !conversation.workBegan(kind);
    }

    /** Hands it to the call that it answers, or to the handler: when the turn is over in which it came. */
    @Override
    public void run() {
        if (content.stream().attachment() instanceof PendingCall call) {
            call.complete(this);
        } else {
            conversation.dispatch(this, tooMuch);
        }
    }

    @Override
    public Kind kind() {
        return kind;
    }

    @Override
    public Conversation conversation() {
        return conversation;
    }

    @Override
    public Source source() {
        Source plain = own();
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
    public synchronized boolean lendTo(Source idle) {
        ByteBuf whole = oneFragment && compression == MessageCompression.NONE && source == null && !closed
                ? content.inOneBuffer()
                : null;
        if (whole == null) {
            return false;
        }
        idle.over(whole, content.length(), limits());
        idle.heldBy(this);
        return true;
    }

    @Override
    public void dropContent() {
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

    /** Also where nobody looks at the content: the head speaks of other calls too. */
    private void readHead() {
        try {
            source();
        } catch (ParleyException e) {
            LOG.debug("a request that cannot be read is answered all the same", e);
        }
    }

    @Override
    public boolean isRedelivered() {
        return redelivered;
    }

    @Override
    public boolean isOneFragment() {
        return oneFragment;
    }

    @Override
    public void awaitWhole() {
        if (arriving != null) {
            arriving.awaitWhole();
        }
    }

    @Override
    public @Nullable IncomingMessage renewed() {
        boolean anew = arriving != null && arriving.isRenewed();
        if (!anew || !(content.stream().attachment() instanceof PendingCall call)) {
            return null;
        }
        renewedTaken = true;
        return call.awaitRenewed();
    }

    @Override
    public boolean isWanted() {
        return wanted;
    }

    @Override
    public void onUnwanted(Runnable task) {
        synchronized (this) {
            if (wanted) {
                whenUnwanted = task;
                return;
            }
        }
        task.run();
    }

    /**
     * Marks the sender as not waiting any more. Within a turn.
     *
     * @param aborted whether it gave up this message alone: then a handler that does not have it yet never gets it
     * @return task to run after the turn
     */
    Runnable markUnwanted(boolean aborted) {
        synchronized (this) {
            wanted = false;
            if (!aborted || begun || endTold) {
                abandoned = aborted && !endTold;
                if (abandoned) {
                    conversation.workAbandoned(kind);
                }
                return whenUnwanted;
            }
            endTold = true;
        }
        conversation.workEnded(kind, false);
        return this::close;
    }

    private static void nothing() {}

    /** Marks the message as handed to its handler; returns false if its sender gave it up before. */
    synchronized boolean begin() {
        begun = !endTold;
        return begun;
    }

    @Override
    public void onWorker(Runnable work) {
        conversation.onWorker(this, work);
    }

    @Override
    public void inOrderOf(Object key, Runnable work) {
        OneWayLane lane = kind == Kind.ONE_WAY ? conversation.lane() : null;
        if (lane == null) {
            work.run();
        } else {
            lane.inOrderOf(key, this, work);
        }
    }

    @Override
    public OutgoingMessage beginResponse(boolean fault) {
        synchronized (this) {
            if (kind == Kind.REQUEST && answer == Answer.REFUSED) {
                return new Response(null); // Nobody waits for it.
            }
            if (kind != Kind.REQUEST || answer != Answer.NONE) {
                throw new IllegalStateException(
                        "expected a request without an answer, found " + kind + " with answer " + answer);
            }
            answer = Answer.BEING_WRITTEN;
        }
        if (compression != MessageCompression.NONE) {
            readHead();
        }
        if (arriving != null) {
            arriving.awaitDropped();
        }
        return new Response(fault ? MessageKind.FAULT : MessageKind.RESPONSE);
    }

    @Override
    public void refuse(ErrorCode code, String text) {
        refuse(code, text, false);
    }

    /**
     * Answers with a coded error.
     *
     * @param dispatched whether work on the request may have begun
     */
    void refuse(ErrorCode code, String text, boolean dispatched) {
        synchronized (this) {
            if (kind != Kind.REQUEST || answer == Answer.GIVEN || answer == Answer.REFUSED) {
                return;
            }
            answer = Answer.GIVEN;
        }
        conversation.state().driver().abort(content.stream(), code, text, dispatched);
    }

    @Override
    public void onDecoding() {
        decoding = true;
    }

    @Override
    public void onHandling() {
        decoding = false;
    }

    /** Of what is still decoded when the message is closed already nothing is kept. */
    @Override
    public void reserve(long bytes) {
        HeldObjects held;
        synchronized (this) {
            if (closed) {
                return;
            }
            held = objects;
            if (held == null) {
                held = new HeldObjects(conversation.state().services().objects, this);
                objects = held;
            }
        }
        held.reserve(bytes);
    }

    /** Whether a failure with that code says for sure that nobody acted on it. */
    boolean isUntouched(ErrorCode code) {
        return decoding && code == ErrorCode.BUDGET;
    }

    /** There is no memory to decode it: a request that nobody acts on yet is refused as one that may come again. */
    @Override
    public ParleyException refused(ParleyException why) {
        if (isAnswer()) {
            return why.afterDispatch();
        }
        if (decoding) {
            refuse(why.code(), why.text());
            synchronized (this) {
                answer = answer == Answer.GIVEN ? Answer.REFUSED : answer;
            }
        }
        return why;
    }

    private boolean isAnswer() {
        return kind == Kind.RESPONSE || kind == Kind.FAULT;
    }

    /** What was stored for its sender and acknowledged must not be refused; it waits until there is room for others. */
    @Override
    public boolean isTakenInAnyCase() {
        return kind == Kind.ONE_WAY && conversation.state().isDurable();
    }

    @Override
    public void close() {
        boolean unanswered;
        Source known;
        HeldObjects held;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            unanswered = answer == Answer.NONE;
            known = source;
            held = objects;
        }
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
        if (isAnswer() && conversation.state().isDurable()) {
            conversation.state().driver().onJournal(journal -> journal.taken(content.stream()));
        }
        if (unanswered) {
            refuse(ErrorCode.INTERNAL, "the request was not answered");
        }
        workEnded();
        OneWayLane lane = kind == Kind.ONE_WAY ? conversation.lane() : null;
        if (lane != null) {
            lane.closed(this);
        }
    }

    /**
     * Gives up the side streams: the value that was read from the message has no owner, and its side streams no reader.
     */
    @Override
    public void giveUpSides() {
        if (sides != null) {
            sides.giveUp();
        }
    }

    /** Releases its resources, without counting it as handled: another process may handle it. */
    void leave() {
        synchronized (this) {
            endTold = true;
        }
        close();
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
        conversation.state().driver().onRead(content);
    }

    /** Ends the work on the message once the answer is on its way, or the message closed without one. */
    private void workEnded() {
        boolean wasAbandoned;
        synchronized (this) {
            if (endTold || isAnswer()) {
                return;
            }
            endTold = true;
            wasAbandoned = abandoned;
        }
        if (kind == Kind.ONE_WAY && conversation.state().isDurable()) {
            conversation.state().driver().onJournal(journal -> journal.handled(content.stream()));
        }
        conversation.workEnded(kind, wasAbandoned);
    }

    /** The answer being written. */
    private final class Response extends Outgoing {
        /** Kind of the answer, until it begins with the first chunk. */
        private @Nullable MessageKind unbegun;

        Response(@Nullable MessageKind answer) {
            super(conversation.state(), content.stream(), compression);
            this.unbegun = answer;
        }

        @Override
        @Nullable
        MessageKind takeUnbegun() {
            MessageKind answer = unbegun;
            unbegun = null;
            return answer;
        }

        @Override
        void onSending() {
            synchronized (Incoming.this) {
                if (answer == Answer.BEING_WRITTEN) {
                    answer = Answer.GIVEN;
                }
            }
            // Before its end goes out: the peer may begin another call as soon as it has this answer.
            workEnded();
        }

        @Override
        void onDiscarded(ParleyException why) {
            boolean nobodyElse;
            synchronized (Incoming.this) {
                nobodyElse = closed;
                // Nothing of an answer that failed to be sent stands in the way of another.
                answer = Answer.NONE;
            }
            if (nobodyElse) {
                refuse(ErrorCode.INTERNAL, "the response was discarded");
            }
        }
    }
}
