package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.frame.AckFrame;
import io.parley.frame.FrameType;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.CompressionTerm;
import io.parley.negotiation.Reliability;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An open session: streams, pings, drain, and how it ends. Belongs to whoever has the {@link Session}; methods that
 * change something send what may go out before they return.
 */
public final class Exchange {
    /** A resumption makes more work than a control frame. */
    private static final int RESUMPTION_COST = 100;

    private final boolean opening;
    private final Agreement agreement;
    /** Null where a lost connection ends the session. */
    private final @Nullable Continuity continuity;

    private final int streamCredit;
    private final SessionHost host;
    private final FrameWriter writer;
    private final LiveStreams streams;
    private final Outbox outbox;
    private final Inbox inbox;
    private final Budget receivingBudget;
    private final KeepAlive keepAlive;
    private final ControlRate controlRate;
    private final StreamEnds ends;
    private final ControlFrames control;
    private boolean drains;
    private boolean closed;

    Exchange(
            boolean opening,
            Agreement agreement,
            SessionSettings settings,
            FrameWriter writer,
            SessionHost host,
            @Nullable Continuity continuity,
            long now) {
        Limits limits = agreement.limits();
        boolean durable = agreement.reliability() == Reliability.DURABLE;
        // Side streams are read as they come, so nothing could begin them anew after a crash.
        int mostSides = durable ? 0 : limits.getInt(Limit.SIDES);
        long mostMessage = CompressionTerm.mostBytes(agreement.compression(), limits.get(Limit.MESSAGE_BYTES));
        this.opening = opening;
        this.agreement = agreement;
        this.continuity = continuity;
        this.streamCredit = limits.getInt(Limit.STREAM_CREDIT);
        this.host = host;
        this.writer = writer;
        this.streams = new LiveStreams(opening);
        this.keepAlive = new KeepAlive(settings.keepAliveNanos(limits), writer, host, now);
        this.controlRate = new ControlRate(settings.limits().get(Limit.CONTROL_RATE), now);
        this.outbox = new Outbox(limits, mostMessage, mostSides, settings, writer, streams, host);
        this.ends = new StreamEnds(streams, outbox, writer, host);
        this.receivingBudget = settings.receivingBudget().part(limits.get(Limit.SESSION_BYTES));
        this.inbox = new Inbox(
                limits,
                mostMessage,
                mostSides,
                receivingBudget,
                settings.allocator(),
                opening,
                streams,
                writer,
                host,
                ends,
                settings.limits().get(Limit.STALL_MILLIS));
        ends.receiveFrom(inbox);
        this.control = new ControlFrames(this, streams, outbox, ends, keepAlive);
    }

    /** The largest content of a fragment: chunks of that size are sent as they are. */
    public int fragmentBytes() {
        return outbox.fragmentBytes();
    }

    /** Memory for what the session receives, messages and what is read whole. */
    public Budget receivingBudget() {
        return receivingBudget;
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
        return closed;
    }

    /** Returns whether a stream may be begun: neither side drains, and this side's ids are not used up. */
    public boolean mayBegin() {
        return isServed() && !streams.isNearEnd();
    }

    private boolean isServed() {
        return !closed && !drains && !ends.peerDrains();
    }

    /** Skips the ids of this side up to that one; they are never used. */
    void passOver(int id) {
        streams.restoreOwn(id);
    }

    /** A stream for a request or one-way message; nothing is sent before {@link #write}. */
    public Stream begin(MessageKind kind) {
        if (kind.isAnswer() || (kind == MessageKind.REQUEST && !opening)) {
            throw new IllegalStateException("a " + kind + " cannot be begun by this side");
        }
        return new Stream(kind, true, streamCredit);
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
            ends.failUnbegun(stream, closed ? "the session is over" : "the session drains");
            return;
        }
        outbox.write(stream, chunk, last);
        outbox.pump();
        closeIfDrained();
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
        closeIfDrained();
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
        closeIfDrained();
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
        if (!closed) {
            inbox.onRead(stream, content);
        }
    }

    /**
     * The next fragment of a message that is read while it comes, which the caller then owns, or null if none is there:
     * look at {@link Received#hasEnded} and {@link Received#failure}. Credit goes back to the peer for what was read.
     */
    public @Nullable ByteBuf read(Stream stream, Received content) {
        return closed ? content.next() : inbox.read(stream, content);
    }

    /** Switches the message that arrives on a stream to reading while it comes, and returns it; null if there is none. */
    public @Nullable Received readAsItComes(Stream stream) {
        return inbox.readAsItComes(stream);
    }

    /** Lets the rest of a message that is read while it comes arrive before it is read: memory for it is reserved. */
    public void store(Stream stream, Received content) {
        if (!closed) {
            inbox.store(stream, content);
        }
    }

    /** Drops the rest of a message that is read while it comes, as it comes. */
    public void drop(Stream stream, Received content) {
        if (closed) {
            content.close();
        } else {
            inbox.drop(stream, content);
        }
    }

    private boolean isRefused(Stream stream) {
        return stream.own && stream.id == 0 && !stream.closed && !(isServed() && streams.hasOwnIdsLeft());
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
        return inbox.read(side);
    }

    /** Ends a side stream of the peer, whether or not it began. What came of it is dropped; its user is not called. */
    public void cancel(IncomingSide side, ErrorCode code, String text) {
        Stream stream = side.stream;
        side.fail(code, text);
        if (stream != null && !stream.closed) {
            writer.abort(stream.id, code, text);
            ends.closeSide(stream);
            closeIfDrained();
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
                writer.abort(stream.id, code, text, dispatched);
            }
            ends.close(stream, new ParleyException(code, text));
        }
        outbox.pump();
        closeIfDrained();
    }

    /** Begins nothing more and ends when what is under way is done. */
    public void drain(ErrorCode code, String text) {
        if (closed || drains) {
            return;
        }
        drains = true;
        int lastServed = streams.highestPeer();
        ends.serveTo(lastServed);
        writer.goaway(true, code, lastServed, text);
        outbox.ringAll();
        ends.unbegun(text);
        closeIfDrained();
    }

    /**
     * Asks the peer for a sign of life; the effect {@link Effect.Handler#onPong} says that it came.
     *
     * @throws ParleyException {@code LIMIT} if too many requests are open
     */
    public void ping(long now) {
        if (!closed) {
            keepAlive.ping(true, now);
        }
    }

    @HotPath
    void onFrame(FrameType type, ByteBuf frame, long now) {
        if (closed) {
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
        if (lasting != null && !closed) {
            lasting.onFrame(type, bytes);
        }
        closeIfDrained();
    }

    @HotPath
    void pump() {
        if (!closed) {
            keepAlive.onAnswersOut();
            outbox.pump();
            closeIfDrained();
        }
    }

    void onTick(long now) {
        if (closed) {
            return;
        }
        try {
            if (streams.isNearEnd()) {
                // Messages that were begun before had a tick to go out.
                drain(ErrorCode.GOING_AWAY, "the ids of streams are used up");
            }
            inbox.onTick(!isLost(), now);
            if (!isLost()) {
                outbox.onTick(now);
            }
            if (continuity != null) {
                continuity.acknowledge();
            }
        } catch (ParleyException e) {
            fail(e);
        }
    }

    /**
     * Checks a silent peer. Calls under way may still be answered, in case it is only delayed: a session that cannot
     * have another connection takes no more of them and ends when they have.
     */
    void onLook(long now) {
        if (closed || isLost()) {
            return;
        }
        try {
            keepAlive.look(now);
        } catch (ParleyException e) {
            if (continuity != null) {
                lose(e);
            } else if (keepAlive.isOver(now)) {
                fail(e);
            } else {
                drain(ErrorCode.GOING_AWAY, "the peer gives no sign of life");
            }
        }
    }

    /** Knows when the peer was heard of. */
    KeepAlive keepAlive() {
        return keepAlive;
    }

    /** A frame came once more, as some do on a new connection. */
    void onRepeated(long now) {
        if (!closed) {
            controlRate.count(now);
        }
    }

    /** The connection brings what no peer sends. */
    void onDamage(ParleyException why) {
        if (continuity != null && continuity.toleratesDamage()) {
            lose(why);
        } else {
            fail(why);
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

    boolean isLost() {
        return continuity != null && continuity.isLost();
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
        closeIfDrained();
    }

    /**
     * Restores the state by the frames that another process received and sent. Complete messages are handed on,
     * requests to be answered from the beginning; this side's calls are passed to their user, and then their answers.
     *
     * @throws ParleyException {@code BUDGET} if there is no room for all of them
     */
    void restore(DurableState state, Map<Integer, List<ByteBuf>> received, List<ByteBuf> sent) {
        writer.suspend();
        streams.restoreOwn(state.highestOwn());
        long whole = 0;
        for (DurableMessage message : List.copyOf(state.messages())) {
            List<ByteBuf> frames = received.getOrDefault(message.id, List.of());
            if (state.isOwn(message.id)) {
                restoreCall(message, frames);
            } else {
                inbox.restore(message, frames);
            }
            whole += message.whole ? 1 : 0;
        }
        if (inbox.messages() != whole) {
            throw new ParleyException(
                    ErrorCode.BUDGET,
                    "session: expected room for " + whole + " messages that were stored, found it for "
                            + inbox.messages());
        }
        streams.restorePeer(state.highestPeer(), state.highestWhole());
        inbox.restored(state.owed());
        outbox.restore(state, streamCredit);
        restoreDrain(state);
        continuity().begin(state, sent);
        for (int id : List.copyOf(state.sending())) {
            writer.abort(id, ErrorCode.CANCELLED, "its sender was lost");
        }
    }

    /**
     * A call that another process of this side made. One that did not go out whole is aborted, and never dispatched.
     */
    private void restoreCall(DurableMessage call, List<ByteBuf> answer) {
        String label = call.label;
        if (!call.asked) {
            host.effects().add(to -> to.onInterruptedCall(null, label));
            return;
        }
        Stream stream = new Stream(MessageKind.REQUEST, true, streamCredit);
        stream.begun = true;
        stream.ended = true;
        stream.endSent = true;
        streams.restoreOwn(stream, call.id);
        host.effects().add(to -> to.onInterruptedCall(stream, label));
        inbox.restoreAnswer(stream, call, answer);
    }

    private void restoreDrain(DurableState state) {
        if (state.lastServed() < Integer.MAX_VALUE) {
            drains = true;
            ends.serveTo(state.lastServed());
        }
        if (state.peerDrains()) {
            ends.peerDrained();
        }
    }

    /** Ends a lost session: it was not resumed in time, or the peer does not know it any more. */
    void giveUp(ParleyException why) {
        if (!closed && isLost()) {
            finish(isDrained() ? null : why);
        }
    }

    private void lose(ParleyException why) {
        if (!closed && !isLost()) {
            continuity().lose();
            host.disconnect();
            host.effects().add(to -> to.resumption().onConnectionLost(why));
        }
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

    /** Ends the session because of this side. */
    void fail(ParleyException why) {
        if (!closed) {
            writer.goaway(false, why.code(), streams.highestDispatched(), why.text());
            host.disconnect();
            finish(why);
        }
    }

    void onConnectionClosed(@Nullable Throwable cause) {
        if (closed) {
            return;
        }
        ParleyException why =
                new ParleyException(ErrorCode.CONNECTION_LOST, "session: the connection was closed", cause);
        boolean drained = isDrained();
        if (continuity != null && !(drained && continuity.isSettled())) {
            lose(why);
        } else {
            finish(drained ? null : why);
        }
    }

    /** The peer ends the session without draining it. */
    void onClosedByPeer(ParleyException why) {
        host.disconnect();
        finish(why);
    }

    private boolean isDrained() {
        return (drains || ends.peerDrains())
                && streams.isEmpty()
                && outbox.sides().toBegin() + inbox.sidesToBegin() == 0;
    }

    private void closeIfDrained() {
        if (closed || !isDrained()) {
            return;
        }
        if (continuity != null) {
            // Told apart from a cut: what the peer lacks must still be had from here.
            continuity.acknowledge();
            if (!continuity.isSettled()) {
                return;
            }
            writer.goaway(false, ErrorCode.GOING_AWAY, streams.highestDispatched(), "the session is drained");
        }
        host.disconnect();
        finish(keepAlive.silence());
    }

    private void finish(@Nullable ParleyException why) {
        closed = true;
        if (continuity != null) {
            continuity.release();
        }
        outbox.ringAll();
        ErrorCode code = why == null ? ErrorCode.GOING_AWAY : why.code();
        String text = why == null ? "the session ended" : why.text();
        ends.all(code, text);
        boolean orderly = code == ErrorCode.CLOSED || code == ErrorCode.GOING_AWAY;
        host.effects().add(to -> to.onClosed(orderly ? null : why));
    }
}
