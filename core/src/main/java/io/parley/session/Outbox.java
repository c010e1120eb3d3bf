package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.frame.DataFrame;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The sending half of a session: content waits here, per stream, for credit, for a free stream and for the channel, and
 * leaves as one fragment per stream in turn.
 */
final class Outbox {
    /** Largest content of a fragment: short enough that a small message never waits long behind it. */
    static final int FRAGMENT_BYTES = 64 * 1024;

    /**
     * Content up to this share of the message limit is held until its end, and then declares its exact length: what is
     * longer reserves the limit, so never more than so many times its length.
     */
    private static final int HELD_SHARE = 4;

    private final SessionActions actions;
    private final FrameWriter writer;
    private final LiveStreams streams;
    private final int maxStreams;
    private final long maxMessage;
    private final long maxAtPeer;
    private final long heldBytes;
    private final int fragment;
    /** Memory for what waits here. */
    private final Budget budget;

    private final long stallNanos;
    private final long leastBytes;
    private final Pace pace;
    /** Streams whose message is held until it is long enough or ends. */
    private final Set<Stream> held = new HashSet<>();
    /** Streams with content that may go out now. */
    private final ArrayDeque<Stream> ready = new ArrayDeque<>();
    /** Streams that could begin if fewer were under way. */
    private final ArrayDeque<Stream> waiting = new ArrayDeque<>();

    private final OutgoingSides sides;
    private long sessionWindow;
    private long reservedAtPeer;
    private long messages;
    private long sent;

    Outbox(Limits limits, SessionSettings settings, FrameWriter writer, LiveStreams streams, SessionActions actions) {
        this.actions = actions;
        this.writer = writer;
        this.streams = streams;
        this.maxStreams = limits.getInt(Limit.STREAMS);
        this.sides = new OutgoingSides(limits, streams, writer, actions);
        this.maxMessage = Math.min(limits.get(Limit.MESSAGE_BYTES), limits.get(Limit.SESSION_BYTES));
        this.maxAtPeer = limits.get(Limit.SESSION_BYTES);
        this.heldBytes = maxMessage / HELD_SHARE;
        this.sessionWindow = limits.getInt(Limit.SESSION_CREDIT);
        this.fragment = Math.min(FRAGMENT_BYTES, limits.getInt(Limit.FRAME_BYTES) - writer.dataOverhead());
        this.budget = settings.budget().part(limits.get(Limit.SESSION_BYTES));
        long stallMillis = settings.limits().get(Limit.STALL_MILLIS);
        this.stallNanos = TimeUnit.MILLISECONDS.toNanos(stallMillis);
        this.leastBytes = Math.max(1, (long) (settings.limits().get(Limit.FRAME_RATE) * (stallMillis / 1000.0)));
        this.pace = new Pace(stallNanos, leastBytes);
    }

    int fragmentBytes() {
        return fragment;
    }

    /** The side streams of messages. */
    OutgoingSides sides() {
        return sides;
    }

    /** Messages sent to their end. */
    long messages() {
        return messages;
    }

    /**
     * Takes a chunk of a stream's message. Owns it.
     *
     * @throws ParleyException {@code LIMIT} if the message is longer than agreed, {@code BUDGET} if the chunk does not
     *     fit beside what waits already; the stream is then as before
     */
    void write(Stream stream, ByteBuf chunk, boolean last) {
        int bytes = chunk.readableBytes();
        if (stream.closed || stream.ended) {
            chunk.release();
            return;
        }
        checkLength(stream, chunk);
        if (!budget.tryReserve(counted(stream, bytes))) {
            chunk.release();
            throw new ParleyException(
                    ErrorCode.BUDGET,
                    "message on " + stream + ": expected room for " + bytes + " bytes to send, found " + budget
                            + " taken by what waits; the settings are " + Limit.SESSION_BYTES.setting() + " and "
                            + Limit.TOTAL_BYTES.setting());
        }
        stream.written += bytes;
        stream.queued += bytes;
        stream.ended = last;
        if (bytes > 0 || (last && stream.queue.isEmpty())) {
            stream.queue.add(chunk);
        } else {
            chunk.release();
        }
        if (last || stream.begun || stream.queued > heldBytes) {
            schedule(stream);
        } else {
            held.add(stream);
        }
    }

    /** What waits of a side stream is a fragment or two, so that it need not compete with messages for memory. */
    private static long counted(Stream stream, long bytes) {
        return stream.isSide() ? 0 : bytes;
    }

    private void checkLength(Stream stream, ByteBuf chunk) {
        long most = stream.isSide() ? sides.mostBytes() : maxMessage;
        long length = stream.written + chunk.readableBytes();
        if (length > most) {
            chunk.release();
            Limit limit = stream.isSide() ? Limit.SIDE_BYTES : Limit.MESSAGE_BYTES;
            throw ParleyException.limit(limit, most, length, "message on " + stream);
        }
    }

    /** Whether a side stream that began has little left to send. */
    boolean wantsMore(Stream side) {
        return side.begun && !side.closed && !side.ended && side.queued < fragment;
    }

    /** Lets what may go out go out. */
    @HotPath
    void pump() {
        while (actions.isWritable()) {
            Stream stream = ready.poll();
            if (stream == null) {
                pace.rest();
                return;
            }
            stream.scheduled = false;
            if (stream.closed) {
                continue;
            }
            if (!stream.begun && !mayBegin(stream)) {
                stream.scheduled = true;
                await(stream);
            } else if (!stream.begun && stream.isSide()) {
                giveBack(stream, sides.window());
                sides.begin(stream);
            } else if (!sendFragment(stream)) {
                return;
            }
        }
    }

    void onSessionCredit(int bytes) {
        sessionWindow = raised(sessionWindow, bytes, "session");
    }

    void onStreamCredit(Stream stream, int bytes) {
        stream.sendWindow = raised(stream.sendWindow, bytes, "stream");
        stream.unread -= bytes;
        endSide(stream);
        if (!stream.queue.isEmpty() && stream.begun) {
            schedule(stream);
        }
    }

    /** Looks after a peer that makes content wait; throws {@code TOO_SLOW} if it does so for too long. */
    void onTick(long now) {
        boolean waits = !ready.isEmpty() && (sessionWindow == 0 || !actions.isWritable());
        if (pace.isTooSlow(waits, sent, now)) {
            throw tooSlow("session");
        }
        for (Stream stream : streams.all()) {
            if (isTooSlow(stream, now)) {
                throw tooSlow(stream.toString());
            }
        }
    }

    /** Forgets what is not sent of a stream that is over. */
    void onClosed(Stream stream) {
        held.remove(stream);
        drop(stream);
        giveBack(stream, 0);
        if (!stream.isSide()) {
            sides.drop(stream);
        } else if (stream.own) {
            sides.over();
        }
        admitWaiting();
    }

    /** Starts the stream's outgoing message anew, as an answer. */
    void restart(Stream stream, MessageKind kind) {
        drop(stream);
        sides.drop(stream);
        stream.sending = kind;
        stream.written = 0;
        stream.begun = false;
        stream.ended = false;
    }

    /** Takes out the streams whose message did not begin; announced side streams belong to one that did. */
    List<Stream> takeUnbegun() {
        List<Stream> unbegun = new ArrayList<>();
        held.removeIf(stream -> stream.id == 0 && unbegun.add(stream));
        ready.removeIf(stream -> stream.id == 0 && !stream.isSide() && unbegun.add(stream));
        waiting.removeIf(stream -> stream.id == 0 && unbegun.add(stream));
        // Those that were aborted meanwhile are only passed over here: their users know.
        unbegun.removeIf(stream -> stream.closed);
        return unbegun;
    }

    /** Takes out the announced side streams that did not begin, and never will. */
    List<Stream> takeUnbegunSides() {
        List<Stream> unbegun = new ArrayList<>();
        ready.removeIf(stream -> stream.id == 0 && stream.isSide() && unbegun.add(stream));
        for (Stream side = sides.nextWaiting(); side != null; side = sides.nextWaiting()) {
            unbegun.add(side);
        }
        return unbegun;
    }

    boolean isEmpty() {
        return ready.isEmpty() && waiting.isEmpty();
    }

    private void schedule(Stream stream) {
        if (!stream.scheduled) {
            held.remove(stream);
            stream.scheduled = true;
            ready.add(stream);
        }
    }

    /** Drops what waits of a stream. */
    private void drop(Stream stream) {
        for (ByteBuf rest = stream.queue.poll(); rest != null; rest = stream.queue.poll()) {
            rest.release();
        }
        budget.release(counted(stream, stream.queued));
        stream.queued = 0;
        stream.pace = null;
    }

    private boolean isTooSlow(Stream stream, long now) {
        // A side stream that is not read is its own writer's to give up, and no reason to end the session.
        boolean waits = stream.begun && stream.sendWindow == 0 && !stream.queue.isEmpty() && !stream.isSide();
        if (!waits) {
            stream.pace = null;
            return false;
        }
        Pace known = stream.pace;
        if (known == null) {
            known = new Pace(stallNanos, leastBytes);
            stream.pace = known;
        }
        return known.isTooSlow(true, stream.written - stream.queued, now);
    }

    private ParleyException tooSlow(String whose) {
        return new ParleyException(
                ErrorCode.TOO_SLOW,
                whose + ": expected the peer to take at least " + leastBytes + " bytes of what waits for it within "
                        + stallNanos / 1_000_000 + " ms, found less; the settings are "
                        + Limit.STALL_MILLIS.setting() + " and " + Limit.FRAME_RATE.setting());
    }

    private void await(Stream stream) {
        if (stream.isSide()) {
            sides.await(stream);
        } else {
            waiting.add(stream);
        }
    }

    private boolean mayBegin(Stream stream) {
        if (stream.id == 0 && !stream.isSide() && streams.own() >= maxStreams) {
            return false;
        }
        long declared = stream.isSide() ? sides.window() : stream.ended ? stream.written : maxMessage;
        return reservedAtPeer == stream.reservedAtPeer
                || reservedAtPeer - stream.reservedAtPeer + declared <= maxAtPeer;
    }

    /** Sends one fragment; false if the session has no credit for anything. */
    @HotPath
    private boolean sendFragment(Stream stream) {
        ByteBuf chunk = stream.queue.peekFirst();
        if (chunk == null) {
            return true;
        }
        int available = chunk.readableBytes();
        int bytes = (int) Math.min(Math.min(available, fragment), Math.min(stream.sendWindow, sessionWindow));
        if (bytes == 0 && available > 0) {
            return waitForCredit(stream);
        }
        ByteBuf content;
        if (bytes == available) {
            content = stream.queue.removeFirst();
        } else {
            content = chunk.readRetainedSlice(bytes);
        }
        stream.sendWindow -= bytes;
        stream.unread += bytes;
        sessionWindow -= bytes;
        stream.queued -= bytes;
        sent += bytes;
        budget.release(counted(stream, bytes));
        boolean end = stream.ended && stream.queue.isEmpty();
        emit(stream, content, end);
        if (end) {
            onEndSent(stream);
        } else if (!stream.queue.isEmpty()) {
            schedule(stream);
        }
        if (stream.isSide() && wantsMore(stream)) {
            actions.onSideReady(stream);
        }
        return true;
    }

    private boolean waitForCredit(Stream stream) {
        if (sessionWindow > 0) {
            // CREDIT for this stream schedules it again.
            return stream.begun || beginWithout(stream);
        }
        stream.scheduled = true;
        ready.addFirst(stream);
        return false;
    }

    /** A stream whose answer starts anew while its window is empty: BEGIN alone tells the peer to drop the old one. */
    private boolean beginWithout(Stream stream) {
        emit(stream, Unpooled.EMPTY_BUFFER, false);
        return true;
    }

    private void emit(Stream stream, ByteBuf content, boolean end) {
        int flags = end ? DataFrame.END : 0;
        int announced = end ? stream.sides.size() : 0;
        if (stream.begun) {
            writer.data(stream.id, flags, announced, content);
            return;
        }
        if (stream.id == 0) {
            streams.addOwn(stream);
        }
        stream.begun = true;
        long declared = stream.ended ? stream.written : maxMessage;
        giveBack(stream, declared);
        flags |= DataFrame.BEGIN | stream.sending.flags() | (stream.ended ? 0 : DataFrame.AT_MOST);
        writer.dataBegin(stream.id, flags, declared, announced, content);
    }

    private void onEndSent(Stream stream) {
        stream.endSent = true;
        messages += stream.isSide() ? 0 : 1;
        sides.announced(stream).forEach(this::schedule);
        if (stream.isSide()) {
            endSide(stream);
        } else if (stream.kind == MessageKind.REQUEST && stream.own) {
            giveBack(stream, stream.written);
            admitWaiting();
        } else {
            stream.closed = true;
            streams.remove(stream);
            onClosed(stream);
        }
    }

    /** A side stream is over when all of it was sent, and read: until then the peer has memory for it. */
    private void endSide(Stream stream) {
        if (stream.isSide() && stream.endSent && stream.unread <= 0 && !stream.closed) {
            stream.closed = true;
            streams.remove(stream);
            onClosed(stream);
            actions.onSideReady(stream);
        }
    }

    /** Changes what the peer holds for a stream. */
    private void giveBack(Stream stream, long keep) {
        reservedAtPeer += keep - stream.reservedAtPeer;
        stream.reservedAtPeer = keep;
    }

    /** One stream less, or memory at the peer: the first that waited and now may begin, does. */
    private void admitWaiting() {
        // All of them: their readers may want them in any order, and the pump looks again.
        for (Stream side = sides.nextWaiting(); side != null; side = sides.nextWaiting()) {
            ready.add(side);
        }
        if (streams.own() >= maxStreams) {
            return;
        }
        for (int left = waiting.size(); left > 0; left--) {
            Stream stream = waiting.remove();
            if (stream.closed) {
                continue;
            }
            if (mayBegin(stream)) {
                ready.add(stream);
                return;
            }
            waiting.add(stream);
        }
    }

    private static long raised(long window, int bytes, String whose) {
        if (window + bytes > Integer.MAX_VALUE) {
            throw new ParleyException(
                    ErrorCode.FLOW_CONTROL,
                    "CREDIT: expected a " + whose + " window of at most " + Integer.MAX_VALUE + " bytes, found "
                            + (window + bytes));
        }
        return window + bytes;
    }
}
