package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.frame.AckFrame;
import io.parley.frame.FrameType;
import io.parley.negotiation.Agreement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An open session: its streams, and its moves from one connection to the next. Confined to the owner of the
 * {@link Session}; methods that change something send whatever may be sent before they return.
 */
public final class Exchange {
    /** Cost of a resumption, in control frames. */
    private static final int RESUMPTION_COST = 100;

    private final Agreement agreement;
    private final FrameWriter writer;
    private final LiveStreams streams;
    private final Outbox outbox;
    private final Inbox inbox;
    private final StreamEnds ends;
    private final SessionEnd end;
    private final KeepAlive keepAlive;
    private final ControlRate controlRate;
    private final ControlFrames control;
    private final ExpendableMessages expendables;
    private final Effects effects;
    /** Null if the loss of the connection ends the session. */
    private final @Nullable Continuity continuity;

    Exchange(SessionSide side, Agreement agreement, FrameWriter writer, @Nullable Continuity continuity, long now) {
        AgreedLimits limits = AgreedLimits.of(agreement);
        SessionSettings settings = side.settings();
        SessionHost host = side.host();
        this.agreement = agreement;
        this.continuity = continuity;
        this.effects = side.effects();
        this.writer = writer;
        this.streams = new LiveStreams(side.opening(), limits.sides(), writer.tracks());
        this.keepAlive = new KeepAlive(settings, limits.each(), writer, host, now);
        this.controlRate = new ControlRate(settings.limits().get(Limit.CONTROL_RATE), now);
        this.outbox = new Outbox(limits, side, writer, streams);
        ReceivedMessages received = new ReceivedMessages(side);
        this.ends = new StreamEnds(streams, outbox, received, writer, effects);
        this.inbox = new Inbox(limits, side, streams, writer, received, ends);
        this.end = new SessionEnd(host, writer, streams, ends, keepAlive, continuity);
        this.control = new ControlFrames(end, streams, outbox, ends, keepAlive);
        this.expendables = new ExpendableMessages(agreement.expendable(), inbox.budget(), side, writer);
    }

    /** Returns the expendable messages of the session. */
    public ExpendableMessages expendables() {
        return expendables;
    }

    /** Returns the maximum content of a fragment in bytes; chunks of that size are sent without copying. */
    public int fragmentBytes() {
        return outbox.fragmentBytes();
    }

    /** Returns the memory budget for received messages and for objects made of them. */
    public Budget receivingBudget() {
        return inbox.budget();
    }

    /** Returns the number of frames sent over all connections, except for the handshakes of resumptions. */
    long framesOut() {
        return writer.frames();
    }

    long bytesOut() {
        return writer.bytes();
    }

    /** Returns the number of messages sent completely, over all connections, without side streams. */
    public long messagesOut() {
        return outbox.messages();
    }

    /** Returns the number of messages received completely, over all connections, without side streams. */
    public long messagesIn() {
        return inbox.messages();
    }

    /** Returns whether the session is closed. A session that waits for another connection is not. */
    public boolean isClosed() {
        return end.isClosed();
    }

    /** Returns whether a stream may be started: neither side drains, and this side's ids are not used up. */
    public boolean mayBegin() {
        return end.admitsMessages() && !streams.isNearEnd();
    }

    /** Skips the ids of this side up to that one. */
    void passOver(int id) {
        streams.restoreOwn(id);
    }

    /** Creates a stream for a request or one-way message. Nothing is sent before {@link #write}. */
    public Stream begin(MessageKind kind) {
        if (kind.isAnswer() || (kind == MessageKind.REQUEST && !streams.isOpening())) {
            throw new IllegalStateException("a " + kind + " cannot be begun by this side");
        }
        return outbox.newStream(kind);
    }

    /**
     * Starts, or restarts, the response on a stream whose request was delivered. Does nothing if the stream is closed.
     */
    public void beginAnswer(Stream stream, MessageKind kind) {
        if (!kind.isAnswer() || stream.own || stream.kind != MessageKind.REQUEST) {
            throw new IllegalStateException("a " + kind + " does not answer " + stream);
        }
        if (!stream.closed) {
            outbox.restart(stream, kind);
        }
    }

    /**
     * Writes a chunk of a stream's message and takes ownership of it. The chunk is dropped if the stream is closed.
     *
     * @throws ParleyException {@code LIMIT} if the message is longer than agreed, {@code BUDGET} if the send queue has
     *     no capacity for the chunk; the stream is then unchanged
     */
    public void write(Stream stream, ByteBuf chunk, boolean last) {
        if (isRefused(stream)) {
            chunk.release();
            ends.failUnbegun(stream, end.isClosed() ? "the session is over" : "the session drains");
            return;
        }
        outbox.write(stream, chunk, last);
        outbox.pump();
        end.closeIfDrained();
    }

    /**
     * Writes like {@link #write}, but returns false if the writer has to wait. The caller then keeps the chunk, and the
     * callback is run when it should try again: possibly more than once, by any thread. It must neither block nor lock.
     *
     * @throws ParleyException {@code LIMIT} if the message is longer than agreed, {@code BUDGET} if there can never be
     *     capacity for the chunk; the caller keeps it in this case too
     */
    public boolean tryWrite(Stream stream, ByteBuf chunk, boolean last, Runnable wakeUp) {
        stream.setWakeUp(wakeUp);
        if (isRefused(stream)) {
            write(stream, chunk, last);
            return true;
        }
        boolean taken = outbox.tryWrite(stream, chunk, last);
        if (taken) {
            stream.setWakeUp(null);
        }
        outbox.pump();
        end.closeIfDrained();
        return taken;
    }

    /**
     * Lends content of a stream's message, which is copied piece by piece when it is sent. Nothing else may be written
     * to the stream, and the content must not change, until {@link #borrows} is false, or {@link #takeBack} or
     * {@link #noRoom} was called.
     *
     * @param from appends the given number of bytes to a buffer; must not throw or block
     * @param wakeUp run when all of it was copied, possibly more than once, by any thread; must neither block nor lock
     * @throws ParleyException {@code LIMIT} if the message is longer than agreed
     */
    public void lend(Stream stream, long bytes, ObjIntConsumer<ByteBuf> from, Runnable wakeUp) {
        if (isRefused(stream)) {
            write(stream, Unpooled.EMPTY_BUFFER, false);
            return;
        }
        stream.setWakeUp(wakeUp);
        outbox.borrow(stream, bytes, from);
        outbox.pump();
        end.closeIfDrained();
    }

    /** Returns whether the rest of the lent content is small enough to be queued as chunks. */
    public boolean mayTakeBack(Stream stream) {
        return outbox.contents().mayGiveBack(stream);
    }

    /** Ends the loan of content; returns the number of bytes that were not copied. */
    public long takeBack(Stream stream) {
        return stream.giveBack();
    }

    /** Returns whether lent content of a stream is still to be copied. */
    public boolean borrows(Stream stream) {
        return stream.borrows();
    }

    /** Announces a minimum length of a stream's message, so that the receiver is told as early as possible. */
    public void expect(Stream stream, long bytes) {
        stream.expected = Math.max(stream.expected, bytes);
    }

    /** Ends the wait of a writer for capacity; returns the error that names what it waited for. */
    public ParleyException noRoom(Stream stream, long bytes) {
        return outbox.noRoom(stream, bytes);
    }

    /** Returns the bytes of content sent so far. While they grow, a waiting writer is making progress. */
    public long contentOut() {
        return outbox.sent();
    }

    /**
     * Records that a message of the peer was read completely or dropped and its memory is free; informs the peer if it
     * counts the message.
     */
    public void onRead(Stream stream, Received content) {
        if (!end.isClosed()) {
            inbox.onRead(stream, content);
        }
    }

    /**
     * Removes and returns the next fragment of a message that is read while it arrives, and returns credit to the peer.
     * The caller owns the fragment.
     *
     * @return null if there is none now: see {@link Received#hasEnded} and {@link Received#failure}
     */
    public @Nullable ByteBuf read(Stream stream, Received content) {
        return end.isClosed() ? content.next() : inbox.read(stream, content);
    }

    /**
     * Switches the message that is arriving on a stream to reading while it arrives, and returns it; null if there is
     * none.
     */
    public @Nullable Received readAsItComes(Stream stream) {
        return inbox.readAsItComes(stream);
    }

    /**
     * Lets the rest of a message that is read while it arrives be received before it is read: memory for it is
     * reserved.
     */
    public void store(Stream stream, Received content) {
        if (!end.isClosed()) {
            inbox.store(stream, content);
        }
    }

    /** Drops the rest of a message that is read while it arrives. */
    public void drop(Stream stream, Received content) {
        if (end.isClosed()) {
            content.close();
        } else {
            inbox.drop(stream, content);
        }
    }

    private boolean isRefused(Stream stream) {
        return stream.own && stream.id == 0 && !stream.closed && !(end.admitsMessages() && streams.hasOwnIdsLeft());
    }

    /**
     * Attaches a side stream to a message that is being written. It may be written once
     * {@link Effect.Messages#onSideReady} was called, after the message's end was sent. Returned closed if the message
     * is closed.
     *
     * @return null if too many side streams are open
     */
    public @Nullable Stream attachSide(Stream message) {
        return outbox.sides().attach(message);
    }

    /** Returns whether a side stream of this side has little left to send. */
    public boolean wantsMore(Stream side) {
        return outbox.wantsMore(side);
    }

    /**
     * Removes and returns the next content of a side stream of the peer, and returns credit for it. The caller owns the
     * buffer.
     *
     * @return null if there is none now: see {@link IncomingSide#isOver}
     */
    public @Nullable ByteBuf read(IncomingSide side) {
        return inbox.sides().read(side);
    }

    /**
     * Cancels a side stream of the peer, whether or not it has started. Received content is dropped; its user is not
     * called.
     */
    public void cancel(IncomingSide side, ErrorCode code, String text) {
        Stream stream = side.stream;
        side.fail(code, text);
        if (stream != null && !stream.closed) {
            writer.abort(stream, code, text);
            ends.closeSide(stream);
            end.closeIfDrained();
        }
    }

    /** Aborts a stream, and informs the peer if it knows the stream. The stream's user is not called. */
    public void abort(Stream stream, ErrorCode code, String text) {
        abort(stream, code, text, false);
    }

    /**
     * Aborts a stream like {@link #abort(Stream, ErrorCode, String)}.
     *
     * @param dispatched true if the message may have been processed, so that the peer must not treat the code as safe
     *     to retry
     */
    public void abort(Stream stream, ErrorCode code, String text, boolean dispatched) {
        if (stream.closed) {
            return;
        }
        if (stream.isSide() && stream.id == 0) {
            outbox.sides().giveUp(stream, new ParleyException(code, text));
        } else {
            if (stream.id != 0) {
                writer.abort(stream, code, text, dispatched);
            }
            ends.close(stream, new ParleyException(code, text));
        }
        outbox.pump();
        end.closeIfDrained();
    }

    /** Drains the session: no stream is started any more, and the session ends when the open ones have. */
    public void drain(ErrorCode code, String text) {
        end.drain(code, text);
    }

    /**
     * Pings the peer; {@link Effect.Handler#onPong} reports the answer.
     *
     * @throws ParleyException {@code LIMIT} if too many pings are unanswered
     */
    public void ping(long now) {
        if (!end.isClosed()) {
            keepAlive.ping(true, now);
        }
    }

    @HotPath
    void onFrame(FrameType type, ByteBuf frame, long now) {
        if (end.isClosed()) {
            return;
        }
        keepAlive.heard(now);
        int bytes = frame.readableBytes();
        Continuity lasting = continuity;
        if (lasting != null) {
            lasting.onArrival(type, frame);
        }
        if (type == FrameType.DATA) {
            if (!inbox.onData(frame)) {
                controlRate.count(now);
            }
            // A complete response may free the slot for a waiting stream.
            outbox.pump();
        } else if (type == FrameType.ACK) {
            onAck(frame, now);
        } else {
            controlRate.count(now);
            control.on(type, frame, now);
        }
        if (lasting != null && !end.isClosed()) {
            lasting.onFrame(type, bytes);
        }
        end.closeIfDrained();
    }

    /** Handles a checked frame of a datagram; the caller keeps the frame. */
    void onDatagram(FrameType type, ByteBuf frame, long now) {
        if (!end.isClosed()) {
            keepAlive.heard(now);
            expendables.onFrame(type, frame, end.admitsMessages());
        }
    }

    @HotPath
    void cameOn(int id, int track) {
        streams.cameOn(id, track);
    }

    @HotPath
    void pump() {
        if (!end.isClosed()) {
            keepAlive.onAnswersOut();
            outbox.onWritable();
            end.closeIfDrained();
        }
    }

    void onTick(long now) {
        if (end.isClosed()) {
            return;
        }
        try {
            if (streams.isNearEnd()) {
                // Earlier messages had one tick to be sent.
                drain(ErrorCode.GOING_AWAY, "the ids of streams are used up");
            }
            inbox.onTick(!end.isLost(), now);
            if (!end.isLost()) {
                outbox.onTick(now);
            }
            if (continuity != null) {
                continuity.acknowledge();
            }
        } catch (ParleyException e) {
            end.fail(e);
        }
    }

    /** Returns the watchdog of the peer. */
    KeepAlive keepAlive() {
        return keepAlive;
    }

    /** Counts a frame that was received again, as happens on a new connection. */
    void onRepeated(long now) {
        if (!end.isClosed()) {
            controlRate.count(now);
        }
    }

    /** Returns whether this reader's connection carries the session. */
    @HotPath
    boolean isReadBy(FrameReader reader) {
        return continuity == null || continuity.isReadBy(reader);
    }

    int frameBytes() {
        return agreement.limits().getInt(Limit.FRAME_BYTES);
    }

    /** Returns the resumption state; throws if the session is not resumable. */
    Continuity continuity() {
        return Objects.requireNonNull(continuity, "the session cannot be resumed");
    }

    /** Returns the part that ends the session. */
    SessionEnd end() {
        return end;
    }

    /** Checks that the session can continue on another connection; throws if not. */
    void checkResumption(long peerReceived, long now) {
        continuity().check(peerReceived);
        controlRate.count(RESUMPTION_COST, now);
    }

    /** Accepting side: continues on another connection, and confirms it first. */
    void acceptResumption(FrameReader reader, long peerReceived, byte[] secret, long now) {
        continuity().lose();
        writer.resume();
        writer.preamble();
        writer.accept(agreement.digest().bytes(), continuity().received(), secret);
        resume(reader, peerReceived, secret, now);
    }

    /** Continues on another connection. */
    void resume(FrameReader reader, long peerReceived, byte[] secret, long now) {
        writer.resume();
        continuity().renew(secret);
        continuity().resume(reader, peerReceived);
        keepAlive.onResumed(now);
        outbox.onResumed();
        end.closeIfDrained();
    }

    /**
     * Restores the session from the frames that an earlier process received and sent.
     *
     * @throws ParleyException {@code BUDGET} if there is no capacity for all of them
     */
    void restore(DurableState state, Map<Integer, List<ByteBuf>> received, List<ByteBuf> sent) {
        new Restoration(effects, writer, streams, outbox, inbox, end).run(continuity(), state, received, sent);
    }

    private void onAck(ByteBuf frame, long now) {
        if (continuity == null) {
            throw new ParleyException(ErrorCode.PROTOCOL, "session: expected no ACK with reliability none, found one");
        }
        if (continuity.onAck(AckFrame.received(frame)) == 0) {
            controlRate.count(now);
        }
        outbox.pump();
    }
}
