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
 * An open session: its streams, and its way from one connection to the next. Belongs to whoever has the {@link Session};
 * methods that change something send what may go out before they return.
 */
public final class Exchange {
    /** A resumption makes more work than a control frame. */
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
    /** Null where a lost connection ends the session. */
    private final @Nullable Continuity continuity;

    Exchange(SessionSide side, Agreement agreement, FrameWriter writer, @Nullable Continuity continuity, long now) {
        AgreedLimits limits = AgreedLimits.of(agreement);
        SessionSettings settings = side.settings();
        SessionHost host = side.host();
        this.agreement = agreement;
        this.continuity = continuity;
        this.effects = side.effects();
        this.writer = writer;
        this.streams =
                new LiveStreams(side.opening(), limits.sides(), writer.lanes().areSeveral());
        this.keepAlive = new KeepAlive(settings.keepAliveNanos(limits.each()), writer, host, now);
        this.controlRate = new ControlRate(settings.limits().get(Limit.CONTROL_RATE), now);
        this.outbox = new Outbox(limits, side, writer, streams);
        ReceivedMessages received = new ReceivedMessages(side);
        this.ends = new StreamEnds(streams, outbox, received, writer, effects);
        this.inbox = new Inbox(limits, side, streams, writer, received, ends);
        this.end = new SessionEnd(host, writer, streams, ends, keepAlive, continuity);
        this.control = new ControlFrames(end, streams, outbox, ends, keepAlive);
        this.expendables = new ExpendableMessages(agreement.expendable(), inbox.budget(), side, writer);
    }

    /** Returns the messages that may be lost. */
    public ExpendableMessages expendables() {
        return expendables;
    }

    /** The largest content of a fragment: chunks of that size are sent as they are. */
    public int fragmentBytes() {
        return outbox.fragmentBytes();
    }

    /** Memory for what the session receives, messages and what is read whole. */
    public Budget receivingBudget() {
        return inbox.budget();
    }

    /** Over all its connections, the handshakes of resumptions not counted; so are the bytes. */
    long framesOut() {
        return writer.frames();
    }

    long bytesOut() {
        return writer.bytes();
    }

    /** Returns the number of messages sent to their end, over all connections; side streams are none. */
    public long messagesOut() {
        return outbox.messages();
    }

    /** Returns the number of messages received to their end, over all connections; side streams are none. */
    public long messagesIn() {
        return inbox.messages();
    }

    /** Returns whether the session is over. One that waits for another connection is not. */
    public boolean isClosed() {
        return end.isClosed();
    }

    /** Returns whether a stream may be begun: neither side drains, and this side's ids are not used up. */
    public boolean mayBegin() {
        return end.admitsMessages() && !streams.isNearEnd();
    }

    /** Skips the ids of this side up to that one; they are never used. */
    void passOver(int id) {
        streams.restoreOwn(id);
    }

    /** A stream for a request or one-way message; nothing is sent before {@link #write}. */
    public Stream begin(MessageKind kind) {
        if (kind.isAnswer() || (kind == MessageKind.REQUEST && !streams.isOpening())) {
            throw new IllegalStateException("a " + kind + " cannot be begun by this side");
        }
        return outbox.newStream(kind);
    }

    /** Begins, or begins anew, the answer on a stream whose request was handed on. Nothing if the stream is closed. */
    public void beginAnswer(Stream stream, MessageKind kind) {
        if (!kind.isAnswer() || stream.own || stream.kind != MessageKind.REQUEST) {
            throw new IllegalStateException("a " + kind + " does not answer " + stream);
        }
        if (!stream.closed) {
            outbox.restart(stream, kind);
        }
    }

    /**
     * Takes a chunk of a stream's message, and owns it. Dropped if the stream is closed.
     *
     * @throws ParleyException {@code LIMIT} if the message is longer than agreed, {@code BUDGET} if what waits to be
     *     sent leaves no room for the chunk; the stream is then as before
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
     * Writes as {@link #write} does, but returns false if the writer has to wait: then the caller keeps the chunk, and
     * the bell is rung, perhaps more than once and by any thread, when it should try again. The bell must neither block
     * nor lock.
     *
     * @throws ParleyException {@code LIMIT} if the message is longer than agreed, {@code BUDGET} if there never is room
     *     for the chunk; the caller keeps it then too
     */
    public boolean tryWrite(Stream stream, ByteBuf chunk, boolean last, Runnable bell) {
        stream.hang(bell);
        if (isRefused(stream)) {
            write(stream, chunk, last);
            return true;
        }
        boolean taken = outbox.tryWrite(stream, chunk, last);
        if (taken) {
            stream.hang(null);
        }
        outbox.pump();
        end.closeIfDrained();
        return taken;
    }

    /**
     * Lends content of a stream's message, which is copied out piece by piece as it is sent, and only by who sends it. Nothing
     * else may be written to the stream, and the content must stay as it is, until {@link #borrows} is false, or {@link
     * #takeBack} or {@link #noRoom} was called.
     *
     * @param from puts the next so many bytes behind a buffer's writer index; must not throw or block
     * @param bell rung, perhaps more than once and by any thread, when all of it was taken; must neither block nor lock
     * @throws ParleyException {@code LIMIT} if the message is longer than agreed
     */
    public void lend(Stream stream, long bytes, ObjIntConsumer<ByteBuf> from, Runnable bell) {
        if (isRefused(stream)) {
            write(stream, Unpooled.EMPTY_BUFFER, false);
            return;
        }
        stream.hang(bell);
        outbox.borrow(stream, bytes, from);
        outbox.pump();
        end.closeIfDrained();
    }

    /** Returns whether what was lent and not copied is so little that it may wait here in chunks. */
    public boolean mayTakeBack(Stream stream) {
        return outbox.contents().mayGiveBack(stream);
    }

    /** Takes back what was lent and not copied; returns how much that is. */
    public long takeBack(Stream stream) {
        return stream.giveBack();
    }

    /** Returns whether content that was lent for a stream is still to be copied. */
    public boolean borrows(Stream stream) {
        return stream.borrows();
    }

    /**
     * Announces that so many bytes of a stream's message, from its beginning, are sure to be written: the receiver gets
     * to know as soon as possible.
     */
    public void expect(Stream stream, long bytes) {
        stream.expected = Math.max(stream.expected, bytes);
    }

    /** A writer gives up waiting for room; the error says what it waited for. */
    public ParleyException noRoom(Stream stream, long bytes) {
        return outbox.noRoom(stream, bytes);
    }

    /** Bytes of content that went out so far: while they grow, who waits for room waits for its turn. */
    public long contentOut() {
        return outbox.sent();
    }

    /**
     * Notes that a message of the peer was read to its end, or dropped, and its memory is free; informs the peer if it
     * wants to know.
     */
    public void onRead(Stream stream, Received content) {
        if (!end.isClosed()) {
            inbox.onRead(stream, content);
        }
    }

    /**
     * The next fragment of a message that is read while it comes, which the caller then owns, or null if none is there:
     * look at {@link Received#hasEnded} and {@link Received#failure}. Credit goes back to the peer for what was read.
     */
    public @Nullable ByteBuf read(Stream stream, Received content) {
        return end.isClosed() ? content.next() : inbox.read(stream, content);
    }

    /** Switches the message that arrives on a stream to reading while it comes, and returns it; null if there is none. */
    public @Nullable Received readAsItComes(Stream stream) {
        return inbox.readAsItComes(stream);
    }

    /** Lets the rest of a message that is read while it comes arrive before it is read: memory for it is reserved. */
    public void store(Stream stream, Received content) {
        if (!end.isClosed()) {
            inbox.store(stream, content);
        }
    }

    /** Drops the rest of a message that is read while it comes, as it comes. */
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
     * Attaches a side stream to a message that is being written and not ended. It may be written from {@link
     * Effect.Messages#onSideReady} on, after the message's end went out. Closed if the message is.
     *
     * @return null if too many are under way
     */
    public @Nullable Stream attachSide(Stream message) {
        return outbox.sides().attach(message);
    }

    /** Returns whether a side stream of this side has little left to send. */
    public boolean wantsMore(Stream side) {
        return outbox.wantsMore(side);
    }

    /**
     * The next content of a side stream of the peer, which the caller then owns; its credit goes back to the peer.
     *
     * @return null if nothing is there now: look at {@link IncomingSide#isOver}
     */
    public @Nullable ByteBuf read(IncomingSide side) {
        return inbox.sides().read(side);
    }

    /** Ends a side stream of the peer, whether or not it began. What came of it is dropped; its user is not called. */
    public void cancel(IncomingSide side, ErrorCode code, String text) {
        Stream stream = side.stream;
        side.fail(code, text);
        if (stream != null && !stream.closed) {
            writer.abort(stream, code, text);
            ends.closeSide(stream);
            end.closeIfDrained();
        }
    }

    /** Ends a stream, and informs the peer if it knows of it. The stream's user is not called. */
    public void abort(Stream stream, ErrorCode code, String text) {
        abort(stream, code, text, false);
    }

    /**
     * Ends a stream as {@link #abort(Stream, ErrorCode, String)} does.
     *
     * @param dispatched whether work on the message may have begun, so that the code does not say that it may be sent
     *     again
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

    /** Begins nothing more and ends when what is under way is done. */
    public void drain(ErrorCode code, String text) {
        end.drain(code, text);
    }

    /**
     * Asks the peer for a sign of life; the effect {@link Effect.Handler#onPong} says that it came.
     *
     * @throws ParleyException {@code LIMIT} if too many requests are open
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
            // An answer that came to its end makes room for a stream that waits.
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

    /** A checked frame came in a datagram; it stays the caller's. */
    void onDatagram(FrameType type, ByteBuf frame, long now) {
        if (!end.isClosed()) {
            keepAlive.heard(now);
            expendables.onFrame(type, frame, end.admitsMessages());
        }
    }

    /** A message came on a lane: its answer goes there. */
    @HotPath
    void cameOn(int id, int lane) {
        Stream stream = streams.get(id);
        if (stream != null && !stream.own) {
            writer.lanes().answer(stream, lane);
        }
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
                // Messages that were begun before had a tick to go out.
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

    /** Knows when the peer was heard of. */
    KeepAlive keepAlive() {
        return keepAlive;
    }

    /** A frame came once more, as some do on a new connection. */
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

    /** Returns the state that lets it outlive its connection; throws if that was not agreed. */
    Continuity continuity() {
        return Objects.requireNonNull(continuity, "the session cannot be resumed");
    }

    /** How the session ends. */
    SessionEnd end() {
        return end;
    }

    /** Throws what keeps it from going on on another connection. */
    void checkResumption(long peerReceived, long now) {
        continuity().check(peerReceived);
        controlRate.count(RESUMPTION_COST, now);
    }

    /** Accepting side: goes on on another connection, and says so first. */
    void goOn(FrameReader reader, long peerReceived, byte[] secret, long now) {
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
     * Restores the state by the frames that another process received and sent.
     *
     * @throws ParleyException {@code BUDGET} if there is no room for all of them
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
