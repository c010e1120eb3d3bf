package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.HotPath;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.frame.DataFrame;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ObjIntConsumer;

/**
 * The sending half of a session: content is queued per stream until there is credit, a free stream and a writable
 * channel, and is sent as one fragment per stream in turn.
 */
final class Outbox {
    /** Maximum content of a fragment in bytes: small enough that a short message is not delayed for long behind it. */
    static final int FRAGMENT_BYTES = 128 * 1024;

    /** Number of fragments up to which content is held until its end, to declare the exact length. */
    private static final int HELD_FRAGMENTS = 2;

    private final SessionHost host;
    private final Effects effects;
    private final FrameWriter writer;
    private final LiveStreams streams;
    private final long maxMessage;
    private final Limit maxMessageLimit;
    private final long heldBytes;
    private final int fragment;
    private final SendingRoom room;
    private final OutgoingContent contents;
    private final PeerMemory atPeer;
    private final Admission admission;
    private final StallCheck stallCheck;
    /** Streams whose message is held until it is long enough or ends. */
    private final Set<Stream> held = new HashSet<>();
    /** Streams with content that may be sent now. */
    private final ArrayDeque<Stream> ready = new ArrayDeque<>();
    /** Streams with content whose track accepts none now. */
    private final ArrayDeque<Stream> stuck = new ArrayDeque<>(0);

    private final OutgoingSides sides;
    private final int streamWindow;
    private long sessionWindow;
    private long messages;
    private long sent;

    Outbox(AgreedLimits limits, SessionSide side, FrameWriter writer, LiveStreams streams) {
        this.host = side.host();
        this.effects = side.effects();
        this.writer = writer;
        this.streams = streams;
        this.sides = new OutgoingSides(limits, streams, writer, effects);
        long mostOfSession = limits.get(Limit.SESSION_BYTES);
        this.maxMessage = Math.min(limits.messageBytes(), mostOfSession);
        this.maxMessageLimit = maxMessage < mostOfSession ? Limit.MESSAGE_BYTES : Limit.SESSION_BYTES;
        this.sessionWindow = limits.getInt(Limit.SESSION_CREDIT);
        this.streamWindow = limits.getInt(Limit.STREAM_CREDIT);
        this.fragment = Math.min(FRAGMENT_BYTES, limits.getInt(Limit.FRAME_BYTES) - writer.dataOverhead());
        this.heldBytes = (long) HELD_FRAGMENTS * fragment;
        this.atPeer = new PeerMemory(mostOfSession, maxMessage);
        this.room = new SendingRoom(side.settings().sendingBudget().part(mostOfSession), atPeer, fragment);
        this.contents = new OutgoingContent(room, writer);
        this.admission = new Admission(streams, sides, atPeer, limits.getInt(Limit.STREAMS), maxMessage, fragment);
        this.stallCheck = new StallCheck(side.settings().limits());
    }

    /** Creates a stream for a message of this side. Nothing is sent before something is written to it. */
    Stream newStream(MessageKind kind) {
        return new Stream(kind, true, streamWindow);
    }

    int fragmentBytes() {
        return fragment;
    }

    /** Returns the queued content. */
    OutgoingContent contents() {
        return contents;
    }

    /** Returns the side streams of this side's messages. */
    OutgoingSides sides() {
        return sides;
    }

    /** Returns the bytes of content sent so far. */
    long sent() {
        return sent;
    }

    /** Returns the number of messages sent completely. */
    long messages() {
        return messages;
    }

    /**
     * Queues a chunk of a stream's message and takes ownership of it.
     *
     * @throws ParleyException {@code LIMIT} if the message is longer than agreed, {@code BUDGET} if there is no
     *     capacity for the chunk; the stream is then unchanged
     */
    void write(Stream stream, ByteBuf chunk, boolean last) {
        boolean taken = false;
        try {
            if (isWanted(stream)) {
                checkLength(stream, chunk.readableBytes());
                room.reserve(stream, OutgoingContent.counted(stream, chunk.readableBytes()));
                taken = true;
            }
        } finally {
            if (!taken) {
                chunk.release();
            }
        }
        if (taken) {
            take(stream, chunk, last);
        }
    }

    /**
     * Writes like {@link #write}, but returns false, leaving the chunk to the caller, if the writer has to wait until
     * the stream's wake-up callback is run.
     *
     * @throws ParleyException {@code LIMIT} if the message is longer than agreed, {@code BUDGET} if there can never be
     *     capacity for the chunk; the caller keeps it in this case too
     */
    boolean tryWrite(Stream stream, ByteBuf chunk, boolean last) {
        if (!isWanted(stream)) {
            chunk.release();
            return true;
        }
        int bytes = chunk.readableBytes();
        checkLength(stream, bytes);
        room.checkPossible(stream, OutgoingContent.counted(stream, bytes));
        if (!stream.isSide() && !room.tryReserve(stream, bytes)) {
            // Content that is held only to declare its length must not block a waiting writer.
            List.copyOf(held).forEach(this::schedule);
            return false;
        }
        take(stream, chunk, last);
        return true;
    }

    /**
     * Borrows content that is copied when it is sent, until the stream {@link Stream#borrows} nothing; throws
     * {@code LIMIT}.
     */
    void borrow(Stream stream, long bytes, ObjIntConsumer<ByteBuf> from) {
        if (isWanted(stream)) {
            checkLength(stream, bytes);
            stream.lend(bytes, from);
            schedule(stream);
        }
    }

    /** Ends the wait of a writer for capacity; returns the error that names what it waited for. */
    ParleyException noRoom(Stream stream, long bytes) {
        stream.giveBack();
        room.leave(stream);
        return room.budgetExceeded(stream, bytes);
    }

    /** Wakes all waiting writers, because the session is closed or drains. */
    void wakeAll() {
        room.wakeAll();
    }

    private static boolean isWanted(Stream stream) {
        return !stream.closed && !stream.ended;
    }

    private void take(Stream stream, ByteBuf chunk, boolean last) {
        int bytes = chunk.readableBytes();
        stream.written += bytes;
        stream.queued += bytes;
        stream.ended = last;
        if (bytes > 0 || (last && stream.hasNoChunk())) {
            stream.addChunk(chunk);
        } else {
            chunk.release();
        }
        if (last) {
            admission.written(stream);
        }
        if (last || stream.begun || Math.max(stream.queued, stream.expected) > heldBytes) {
            schedule(stream);
        } else {
            held.add(stream);
        }
    }

    private void checkLength(Stream stream, long bytes) {
        long most = stream.isSide() ? sides.mostBytes() : maxMessage;
        long length = stream.written + bytes;
        if (length > most) {
            Limit limit = stream.isSide() ? Limit.SIDE_BYTES : maxMessageLimit;
            throw ParleyException.limit(limit, most, length, "message on " + stream);
        }
    }

    /** Returns whether a started side stream has little left to send. */
    boolean wantsMore(Stream side) {
        return side.begun && !side.closed && !side.ended && side.queued < fragment;
    }

    /** Sends everything that may be sent now. */
    @HotPath
    void pump() {
        sendReady();
        room.wakeOldest();
    }

    @HotPath
    private void sendReady() {
        while (host.isWritable() && writer.takesContent()) {
            Stream stream = ready.poll();
            if (stream == null) {
                if (stuck.isEmpty()) {
                    stallCheck.rest();
                }
                return;
            }
            stream.scheduled = false;
            if (stream.closed) {
                continue;
            }
            if (admission.isBehindOthers(stream)) {
                stream.scheduled = true;
                admission.putAside(stream);
            } else if (!admission.admits(stream)) {
                stream.scheduled = true;
                admission.await(stream);
            } else if (!stream.begun && stream.isSide()) {
                atPeer.reserve(stream, sides.window(), false);
                sides.begin(stream);
            } else if (!writer.takesContentOf(stream)) {
                stream.scheduled = true;
                stuck.add(stream);
            } else if (!sendFragment(stream)) {
                return;
            }
        }
    }

    /** Continues sending after at least one track became writable. */
    void onWritable() {
        ready.addAll(stuck);
        stuck.clear();
        pump();
    }

    void onSessionCredit(int bytes) {
        sessionWindow = SendWindow.raised(sessionWindow, bytes, "session");
    }

    void onStreamCredit(Stream stream, int bytes) {
        stream.sendWindow = (int) SendWindow.raised(stream.sendWindow, bytes, "stream");
        stream.unread -= bytes;
        endSide(stream);
        if (stream.hasContent() && stream.begun) {
            schedule(stream);
        }
    }

    /** Handles credit for a closed stream: the peer has read some of its content. */
    void onReadLater(int id, int bytes) {
        if (atPeer.read(id, bytes)) {
            admission.admit(ready);
        }
    }

    /** Handles the abort of a stream that is closed here. */
    void onAbortLater(int id) {
        if (atPeer.refused(id)) {
            admission.admit(ready);
        }
    }

    /** Checks whether the peer has delayed content for too long; throws {@code TOO_SLOW}. */
    void onTick(long now) {
        boolean waits = !stuck.isEmpty()
                || (!ready.isEmpty() && (sessionWindow == 0 || !host.isWritable() || !writer.takesContent()));
        stallCheck.check(waits, sent, streams.all(), now);
    }

    /** Restarts the stall timers on another connection, since the time without a connection does not count. */
    void onResumed() {
        stallCheck.rest();
        streams.all().forEach(stream -> stream.stallTimer = null);
        onWritable();
    }

    /** Restores the send windows from the credit and content that an earlier process exchanged. */
    void restore(DurableState state) {
        sessionWindow += state.sendCredit();
        for (Stream stream : streams.all()) {
            DurableMessage message = state.message(stream.id);
            if (message != null) {
                stream.sendWindow = Math.toIntExact(streamWindow + message.credited - message.sent);
            }
        }
    }

    /** Discards the unsent content of a stream that has ended. */
    void onClosed(Stream stream) {
        held.remove(stream);
        drop(stream);
        writer.tracks().leave(stream);
        if (Admission.isUnbegunOneWay(stream)) {
            admission.leaveOneWays(stream, ready);
        }
        room.leave(stream);
        atPeer.drop(stream);
        if (!stream.isSide()) {
            sides.drop(stream);
        } else if (stream.own) {
            sides.over();
        }
        admission.admit(ready);
    }

    /** Restarts the stream's outgoing message, as a response. */
    void restart(Stream stream, MessageKind kind) {
        drop(stream);
        sides.drop(stream);
        atPeer.restart(stream);
        stream.sending = kind;
        stream.written = 0;
        stream.expected = 0;
        stream.begun = false;
        stream.ended = false;
    }

    /**
     * Removes and returns the streams whose message has not started. Announced side streams belong to a message that
     * has.
     */
    List<Stream> removeUnbegun() {
        List<Stream> unbegun = new ArrayList<>();
        held.removeIf(stream -> stream.id == 0 && unbegun.add(stream));
        ready.removeIf(stream -> stream.id == 0 && !stream.isSide() && unbegun.add(stream));
        admission.removeUnbegun(unbegun);
        // The users of aborted streams were already notified.
        unbegun.removeIf(stream -> stream.closed);
        return unbegun;
    }

    /** Removes and returns the announced side streams that have not started. */
    List<Stream> removeUnbegunSides() {
        List<Stream> unbegun = new ArrayList<>();
        ready.removeIf(stream -> stream.id == 0 && stream.isSide() && unbegun.add(stream));
        for (Stream side = sides.nextWaiting(); side != null; side = sides.nextWaiting()) {
            unbegun.add(side);
        }
        return unbegun;
    }

    boolean isEmpty() {
        return ready.isEmpty() && stuck.isEmpty() && admission.isEmpty();
    }

    private void schedule(Stream stream) {
        if (!stream.scheduled) {
            held.remove(stream);
            stream.scheduled = true;
            ready.add(stream);
        }
    }

    /** Discards the queued content of a stream. */
    private void drop(Stream stream) {
        stream.releaseChunks();
        stream.giveBack();
        long bytes = OutgoingContent.counted(stream, stream.queued);
        stream.queued = 0;
        stream.stallTimer = null;
        room.release(stream, bytes);
    }

    /** Sends one fragment; returns false if the session has no credit left. */
    @HotPath
    private boolean sendFragment(Stream stream) {
        if (!stream.hasContent()) {
            return true;
        }
        long available = stream.nextBytes();
        int bytes = (int) Math.min(Math.min(available, fragment), Math.min(stream.sendWindow, sessionWindow));
        if (bytes == 0 && available > 0) {
            return waitForCredit(stream);
        }
        boolean raises = stream.begun && admission.needsMore(stream);
        ByteBuf content = contents.take(stream, bytes);
        stream.sendWindow -= bytes;
        stream.unread += bytes;
        sessionWindow -= bytes;
        sent += bytes;
        boolean end = stream.ended && !stream.hasContent();
        emit(stream, content, raises, end);
        if (end) {
            onEndSent(stream);
        } else if (stream.hasContent()) {
            schedule(stream);
        }
        if (stream.isSide() && wantsMore(stream)) {
            effects.add(to -> to.messages().onSideReady(stream));
        }
        return true;
    }

    private boolean waitForCredit(Stream stream) {
        if (sessionWindow > 0) {
            // CREDIT for this stream schedules it again.
            return stream.begun || beginWithoutContent(stream);
        }
        stream.scheduled = true;
        ready.addFirst(stream);
        return false;
    }

    /** Restarts a response whose stream has no credit: a BEGIN without content tells the peer to drop the old one. */
    private boolean beginWithoutContent(Stream stream) {
        emit(stream, Unpooled.EMPTY_BUFFER, false, false);
        return true;
    }

    private void emit(Stream stream, ByteBuf content, boolean raises, boolean end) {
        int flags = end ? DataFrame.END | DataFrame.announcing(stream.sides.size()) : 0;
        if (stream.begun && !raises) {
            stream.count(writer.data(stream, flags, content));
            return;
        }
        if (stream.id == 0) {
            if (stream.kind == MessageKind.ONE_WAY) {
                admission.leaveOneWays(stream, ready);
            }
            streams.addOwn(stream);
            if (stream.kind == MessageKind.REQUEST) {
                host.onCall(stream);
            }
        }
        long declared = admission.declared(stream);
        atPeer.reserve(stream, declared, !stream.ended);
        if (raises) {
            flags |= DataFrame.AT_MOST;
        } else {
            stream.begun = true;
            flags |= DataFrame.BEGIN | stream.sending.flags() | (stream.ended ? 0 : DataFrame.AT_MOST);
        }
        stream.count(writer.dataDeclared(stream, flags, declared, content));
    }

    private void onEndSent(Stream stream) {
        stream.endSent = true;
        messages += stream.isSide() ? 0 : 1;
        if (!stream.sides.isEmpty()) {
            sides.announced(stream).forEach(this::schedule);
        }
        if (stream.isSide()) {
            endSide(stream);
        } else if (stream.kind == MessageKind.REQUEST && stream.own) {
            atPeer.sent(stream);
            admission.admit(ready);
        } else {
            stream.closed = true;
            streams.remove(stream);
            atPeer.closedByEnd(stream);
            onClosed(stream);
            if (stream.own) {
                effects.add(to -> to.messages().onSent(stream));
            }
        }
    }

    /** Ends a side stream once all of it was sent and read: until then the peer reserves memory for it. */
    private void endSide(Stream stream) {
        if (stream.isSide() && stream.endSent && stream.unread <= 0 && !stream.closed) {
            stream.closed = true;
            streams.remove(stream);
            onClosed(stream);
            effects.add(to -> to.messages().onSideReady(stream));
        }
    }
}
