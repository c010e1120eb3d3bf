package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.frame.DataFrame;
import io.parley.frame.FrameHeader;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The receiving half of a session: puts fragments together, in memory reserved before, and gives credit back. */
final class Inbox {
    private final LiveStreams streams;
    private final SessionHost host;
    private final Effects effects;
    private final StreamEnds ends;
    private final Budget budget;
    private final ByteBufAllocator allocator;
    private final boolean opening;
    private final int maxStreams;
    private final long maxMessage;
    private final ReceivingWindows windows;
    private final IncomingSides sides;
    private final OneWayOrder order;
    private final long sideBytes;
    private long messages;

    Inbox(
            Limits limits,
            long mostMessage,
            int mostSides,
            Budget budget,
            ByteBufAllocator allocator,
            boolean opening,
            LiveStreams streams,
            FrameWriter writer,
            SessionHost host,
            StreamEnds ends,
            long stallMillis) {
        this.budget = budget;
        this.allocator = allocator;
        this.opening = opening;
        this.streams = streams;
        this.host = host;
        this.effects = host.effects();
        this.ends = ends;
        this.maxStreams = limits.getInt(Limit.STREAMS);
        this.maxMessage = mostMessage;
        this.windows = new ReceivingWindows(limits, writer);
        this.sides = new IncomingSides(Math.min(mostSides, DataFrame.MOST_SIDES));
        this.order = new OneWayOrder(TimeUnit.MILLISECONDS.toNanos(stallMillis), effects::add);
        this.sideBytes = limits.get(Limit.SIDE_BYTES);
    }

    /** Messages received to their end. */
    long messages() {
        return messages;
    }

    /**
     * Takes a fragment; the frame stays the caller's.
     *
     * @return false if nothing of it was wanted, so that it counts as a control frame
     */
    @HotPath
    boolean onData(ByteBuf frame) {
        DataFrame.check(frame);
        int count = DataFrame.sides(frame);
        int flags = FrameHeader.flags(frame);
        int id = FrameHeader.stream(frame);
        boolean begin = (flags & DataFrame.BEGIN) != 0;
        boolean end = (flags & DataFrame.END) != 0;
        long declared = DataFrame.isDeclared(flags) ? DataFrame.declared(frame) : 0;
        int bytes = DataFrame.contentBytes(frame);
        if (bytes == 0 && !begin && !end) {
            throw protocol(id, "content, BEGIN or END", "a fragment without");
        }
        windows.takeOfSession(bytes, id);
        Stream stream = begin ? begin(frame, id, flags, declared) : streams.get(id);
        if (stream == null && !begin && !streams.wasBegun(id)) {
            throw protocol(id, "BEGIN first", "a later fragment");
        }
        List<IncomingSide> announced = sides.announce(id, count);
        boolean raises = !begin && (flags & DataFrame.AT_MOST) != 0;
        boolean wanted = stream != null
                && (!raises || raise(stream, declared))
                && collect(stream, DataFrame.toContent(frame), end, announced);
        if (!wanted) {
            refuse(announced);
        }
        windows.returnToSession(bytes);
        return wanted && bytes > 0;
    }

    /** Side streams of a message that nobody is given. */
    private static void refuse(List<IncomingSide> announced) {
        for (IncomingSide side : announced) {
            side.fail(ErrorCode.CANCELLED, "the message around it is not wanted");
        }
    }

    /**
     * Replays frames that an earlier process received of a message that was neither answered nor handled. They are
     * already in the store.
     */
    void restore(DurableMessage message, List<ByteBuf> frames) {
        windows.restore(message.granted);
        for (ByteBuf frame : frames) {
            onData(frame);
            frame.release();
        }
    }

    /** The same of the answer to a call that another process of this side made. */
    void restoreAnswer(Stream call, DurableMessage message, List<ByteBuf> frames) {
        windows.restore(message.granted);
        windows.begin(call);
        restore(message, frames);
    }

    /** Ends the replay; so many bytes of content came for which credit is still owed. */
    void restored(long owed) {
        windows.restored(owed);
    }

    /**
     * A message was read, or dropped. Its sender counts a long one as held until it has all of its credit back, unless
     * its answer tells as much.
     */
    void onRead(Stream stream, Received content) {
        if (content.isCounted()) {
            windows.give(stream);
        }
    }

    /**
     * Time went by: credit goes back for what came since, so that its sender sees how slowly it comes. Whoever reads a
     * message while it comes, and since the last time took nothing of what is there, holds its sender up no more.
     *
     * @param connected whether there is a connection that something may come on
     */
    void onTick(boolean connected, long now) {
        for (Stream stream : streams.all()) {
            Received receiving = stream.receiving;
            if (receiving == null) {
                continue;
            }
            if (receiving.isLeftUnread()) {
                receiving.store();
            }
            windows.giveFor(stream, receiving);
        }
        windows.giveToSession();
        Stream stalled = order.stalled(connected, now);
        if (stalled != null) {
            ends.abort(
                    stalled,
                    ErrorCode.TIMEOUT,
                    "one-way message on " + stalled
                            + ": expected more of it, since others wait for it, found nothing for as" + " long as "
                            + Limit.STALL_MILLIS.setting() + " says");
        }
    }

    /**
     * Switches the message that is arriving on a stream to reading while it comes, and returns it; null if there is
     * none.
     */
    @Nullable
    Received readAsItComes(Stream stream) {
        Received receiving = stream.receiving;
        if (receiving != null) {
            receiving.readAsItComes();
            tell(receiving);
        }
        return receiving;
    }

    /**
     * The next fragment of a message that is read as it comes, which the caller then owns, or null if none is there.
     */
    @Nullable
    ByteBuf read(Stream stream, Received content) {
        ByteBuf fragment = content.next();
        if (content == stream.receiving) {
            windows.returnFor(stream, content);
        } else if (fragment == null && content.hasEnded()) {
            onRead(stream, content);
        }
        return fragment;
    }

    /** Lets the sender go on without waiting for the reader: memory for all of the message is reserved. */
    void store(Stream stream, Received content) {
        content.store();
        giveFor(stream, content);
    }

    /** Drops the rest of a message that is read as it comes. */
    void drop(Stream stream, Received content) {
        content.drop();
        giveFor(stream, content);
        if (content.hasEnded()) {
            onRead(stream, content);
        }
    }

    private void giveFor(Stream stream, Received content) {
        if (content == stream.receiving) {
            windows.giveFor(stream, content);
        }
    }

    /**
     * Fails the message that was arriving on a stream.
     *
     * @param anew whether its sender begins it anew
     */
    void fail(Stream stream, ParleyException why, boolean anew) {
        Received receiving = stream.receiving;
        if (receiving != null) {
            stream.receiving = null;
            // An answer that came in part was of a request that was dispatched, whatever the code may assert.
            receiving.fail(receiving.kind().isAnswer() ? why.afterDispatch() : why, anew);
            tell(receiving);
        }
    }

    /** A stream is over, and with it its side stream. */
    void forget(Stream stream) {
        if (stream.kind == MessageKind.ONE_WAY) {
            order.leave(stream);
        }
        IncomingSide side = stream.side;
        if (side != null) {
            stream.side = null;
            sides.over(side);
        }
    }

    /** Announced side streams that did not begin. */
    int sidesToBegin() {
        return sides.toBegin();
    }

    /** The session is over: what did not begin never will. */
    List<IncomingSide> abandonSides() {
        return sides.abandon();
    }

    /** The next content of a side stream, which the caller then owns, or null; what is taken may be sent anew. */
    @Nullable
    ByteBuf read(IncomingSide side) {
        ByteBuf fragment = side.poll();
        Stream stream = side.stream;
        if (fragment != null && stream != null) {
            windows.returnForSide(stream, fragment.readableBytes());
            if (side.isAtEnd()) {
                finishSide(stream, side);
            }
        }
        return fragment;
    }

    private void finishSide(Stream stream, IncomingSide side) {
        windows.give(stream); // The last of it tells the sender that all was read.
        side.stream = null;
        ends.closeSide(stream);
    }

    /** The stream that a first fragment belongs to, ready to collect; null if it is not wanted. */
    private @Nullable Stream begin(ByteBuf frame, int id, int flags, long declared) {
        MessageKind kind = MessageKind.of(flags);
        if (kind == MessageKind.SIDE) {
            return beginSide(id, DataFrame.message(frame), DataFrame.number(frame), declared, flags);
        }
        Stream stream = kind.isAnswer() ? beginAnswer(id) : beginStream(id, kind);
        if (stream == null) {
            return null;
        }
        int beside = kind == MessageKind.ONE_WAY && host.keepsOrder() ? OneWayOrder.EACH_BYTES : 0;
        if (!reserve(stream, declared, declared + beside)) {
            return null;
        }
        Received receiving = new Received(stream, kind, declared, (flags & DataFrame.AT_MOST) != 0, budget, allocator);
        stream.receiving = receiving;
        if (beside > 0) {
            receiving.holdBeside(beside);
            order.begin(stream);
        }
        return stream;
    }

    /** Reserves for a message, or refuses it. */
    private boolean reserve(Stream stream, long declared, long more) {
        if (declared < 0 || declared > maxMessage) {
            String found = declared < 0 ? "more than 2^63" : Long.toString(declared);
            ends.abort(
                    stream,
                    ErrorCode.LIMIT,
                    "message on " + stream + ": expected at most " + maxMessage + " bytes, found " + found
                            + " declared; the setting is " + Limit.MESSAGE_BYTES.setting());
            return false;
        }
        if (!budget.tryReserve(more)) {
            ends.abort(
                    stream,
                    ErrorCode.BUDGET,
                    "message on " + stream + ": " + declared + " bytes declared, reserved by this session are " + budget
                            + "; the settings are " + Limit.SESSION_BYTES.setting() + " and "
                            + Limit.TOTAL_BYTES.setting());
            return false;
        }
        return true;
    }

    /** The bound of a message that is under way is raised; false if it was refused for that. */
    private boolean raise(Stream stream, long bound) {
        Received receiving = stream.receiving;
        if (receiving == null || !receiving.isBounded() || (bound >= 0 && bound <= receiving.declared())) {
            throw protocol(stream.id, "a bound to be raised of a message that has one", "none, or one not raised");
        }
        if (!reserve(stream, bound, bound - receiving.declared())) {
            return false;
        }
        receiving.raise(bound);
        return true;
    }

    private @Nullable Stream beginAnswer(int id) {
        if (!streams.isOwn(id) || !streams.wasBegun(id)) {
            throw protocol(id, "an answer to a request of this side", "one to another stream");
        }
        Stream stream = streams.get(id);
        if (stream == null) {
            return null;
        }
        if (stream.kind != MessageKind.REQUEST) {
            throw protocol(id, "no answer to a one-way message", "one");
        }
        if (!stream.endSent) {
            throw protocol(id, "the answer after the request's end", "it before");
        }
        if (stream.receiving != null) {
            fail(stream, new ParleyException(ErrorCode.ENCODING, stream + ": its sender began the answer anew"), true);
        }
        return stream;
    }

    private @Nullable Stream beginSide(int id, int message, int number, long declared, int flags) {
        checkPeerId(id);
        IncomingSide side = sides.begin(message, number);
        streams.notePeer(id);
        Stream stream = new Stream(MessageKind.SIDE, false, windows.ofStream());
        streams.addPeer(stream, id);
        stream.side = side;
        ParleyException failed = side.failure();
        if (failed != null) {
            ends.abort(stream, failed.code(), failed.text());
            return null;
        }
        if (declared < 0 || declared > sideBytes) {
            ends.abort(
                    stream,
                    ErrorCode.LIMIT,
                    side + ": expected at most " + sideBytes + " bytes, found "
                            + Long.toUnsignedString(declared) + " declared; the setting is "
                            + Limit.SIDE_BYTES.setting());
            return null;
        }
        long window = Math.min(declared, windows.ofStream());
        if (!budget.tryReserve(window)) {
            ends.abort(
                    stream,
                    ErrorCode.BUDGET,
                    side + ": a window of " + window + " bytes, reserved by this session are " + budget
                            + "; the settings are " + Limit.SESSION_BYTES.setting() + " and "
                            + Limit.TOTAL_BYTES.setting());
            return null;
        }
        side.begin(stream, declared, (flags & DataFrame.AT_MOST) != 0);
        side.reserve(window, budget, new Fragments(allocator));
        return stream;
    }

    private void checkPeerId(int id) {
        if (streams.isOwn(id)) {
            throw protocol(id, "an id that the peer may begin", "one of this side's");
        }
        if (id <= streams.highestPeer()) {
            throw protocol(id, "an id above " + streams.highestPeer(), "one not above");
        }
    }

    private @Nullable Stream beginStream(int id, MessageKind kind) {
        checkPeerId(id);
        if (ends.peerDrains()) {
            throw protocol(id, "no new stream after GOAWAY", "one");
        }
        if (kind == MessageKind.REQUEST && opening) {
            throw protocol(id, "requests from the opening side only", "one from the accepting side");
        }
        streams.notePeer(id);
        if (id > ends.lastServed()) {
            return null;
        }
        if (streams.peers() >= maxStreams) {
            throw new ParleyException(
                    ErrorCode.FLOW_CONTROL,
                    "stream " + id + ": expected at most " + maxStreams + " streams under way, found more; the setting"
                            + " is " + Limit.STREAMS.setting());
        }
        Stream stream = new Stream(kind, false, windows.ofStream());
        windows.begin(stream);
        streams.addPeer(stream, id);
        return stream;
    }

    /** Stores a fragment of a live stream; false if it was not wanted. */
    @HotPath
    private boolean collect(Stream stream, ByteBuf content, boolean end, List<IncomingSide> announced) {
        Received receiving = stream.receiving;
        IncomingSide side = stream.side;
        if (receiving == null && side == null) {
            throw protocol(stream.id, "a fragment of a message that began", "one of a message that ended or did not");
        }
        int bytes = content.readableBytes();
        windows.take(stream, bytes);
        if (receiving == null) {
            return side != null && collectSide(stream, side, content, end);
        }
        if (!receiving.hasRoom(bytes)) {
            abortWrongLength(stream, receiving.declared(), "more");
            return false;
        }
        receiving.addRetained(content, end);
        if (end) {
            return complete(stream, receiving, announced);
        }
        if (receiving.isFirstFragment() && isRead(stream, receiving)) {
            receiving.readAsItComes();
            order.leave(stream);
        }
        windows.returnFor(stream, receiving);
        tell(receiving);
        return true;
    }

    /**
     * Returns whether the user reads a message while it comes; of those that are handed on in order only the first can
     * be.
     */
    private boolean isRead(Stream stream, Received receiving) {
        return (!order.has(stream) || order.isFirst(stream)) && host.readsAsItComes(receiving);
    }

    /** Stores a fragment of a side stream; its credit is given back when it is read. */
    private boolean collectSide(Stream stream, IncomingSide side, ByteBuf content, boolean end) {
        if (side.hasEnded()) {
            throw protocol(stream.id, "a fragment of a side stream that did not end", "one after its end");
        }
        if (!side.addRetained(content, end)) {
            abortWrongLength(stream, side.declared(), "more");
            return false;
        }
        if (end && !side.end()) {
            abortWrongLength(stream, side.declared(), "less");
            return false;
        }
        if (side.isAtEnd()) {
            finishSide(stream, side);
        }
        effects.add(side);
        return true;
    }

    private boolean complete(Stream stream, Received receiving, List<IncomingSide> announced) {
        if (!receiving.isComplete()) {
            abortWrongLength(stream, receiving.declared(), Long.toString(receiving.length()));
            return false;
        }
        receiving.complete(announced);
        if (windows.isRestoring()) {
            receiving.markRestored();
        }
        boolean inOrder = order.has(stream);
        if (inOrder) {
            order.whole(stream, receiving);
        }
        messages++;
        windows.end(stream);
        stream.receiving = null;
        if (!stream.own) {
            streams.noteDispatched(stream);
        }
        if (stream.own || stream.kind == MessageKind.ONE_WAY) {
            ends.close(stream);
        }
        if (receiving.isDropped()) {
            refuse(announced);
            onRead(stream, receiving);
        }
        if (receiving.isHandedOver()) {
            tell(receiving);
        } else if (inOrder) {
            order.handOn();
        } else {
            effects.add(receiving);
        }
        return true;
    }

    private void tell(Received receiving) {
        if (receiving.isHandedOver()) {
            effects.add(receiving);
        }
    }

    private void abortWrongLength(Stream stream, long declared, String found) {
        ends.abort(
                stream,
                ErrorCode.MALFORMED_MESSAGE,
                "message on " + stream + ": expected the declared " + declared + " bytes, found " + found);
    }

    private static ParleyException protocol(int id, String expected, String found) {
        return new ParleyException(ErrorCode.PROTOCOL, "stream " + id + ": expected " + expected + ", found " + found);
    }
}
