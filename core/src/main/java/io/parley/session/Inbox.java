package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.Limit;
import io.parley.frame.DataFrame;
import io.parley.frame.FrameHeader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The receiving half of a session: assembles fragments in memory that was reserved before, and returns credit. */
final class Inbox {
    private final LiveStreams streams;
    private final ReceivedMessages received;
    private final StreamEnds ends;
    private final ReceivingWindows windows;
    private final ReceivingMemory memory;
    private final IncomingAdmission admission;
    private final IncomingSides sides;
    private long messages;

    Inbox(
            AgreedLimits limits,
            SessionSide side,
            LiveStreams streams,
            FrameWriter writer,
            ReceivedMessages received,
            StreamEnds ends) {
        this.streams = streams;
        this.received = received;
        this.ends = ends;
        this.windows = new ReceivingWindows(limits, writer);
        this.memory = new ReceivingMemory(limits, side.settings(), ends);
        this.admission = new IncomingAdmission(limits, streams, windows, memory, received, ends);
        this.sides = new IncomingSides(limits, streams, windows, memory, ends, side.effects());
    }

    /** Returns the memory budget for received content. */
    Budget budget() {
        return memory.budget();
    }

    /** Returns the side streams that the peer sends. */
    IncomingSides sides() {
        return sides;
    }

    /** Returns the number of messages received completely. */
    long messages() {
        return messages;
    }

    /**
     * Handles a DATA frame; the caller keeps the frame.
     *
     * @return false if its content was dropped or empty, so that it counts as a control frame
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
            throw LiveStreams.violation(id, "content, BEGIN or END", "a fragment without");
        }
        windows.takeOfSession(bytes, id);
        Stream stream = begin ? begin(frame, id, flags, declared) : streams.get(id);
        if (stream == null && !begin && !streams.wasBegun(id)) {
            throw LiveStreams.violation(id, "BEGIN first", "a later fragment");
        }
        List<IncomingSide> announced = streams.announced().announce(id, count);
        if (stream != null) {
            meter(stream, announced, FrameHeader.length(frame));
        }
        boolean raises = !begin && (flags & DataFrame.AT_MOST) != 0;
        boolean wanted = stream != null
                && (!raises || admission.raise(stream, declared))
                && collect(stream, DataFrame.toContent(frame), end, announced);
        if (!wanted) {
            refuse(announced);
        }
        windows.returnToSession(bytes);
        return wanted && bytes > 0;
    }

    /** Counts the frame's bytes for the stream's meter, which also counts the frames of its side streams. */
    @HotPath
    private static void meter(Stream stream, List<IncomingSide> announced, int frameBytes) {
        if (stream.meter == null) {
            return;
        }
        stream.count(frameBytes);
        for (IncomingSide side : announced) {
            side.meter = stream.meter;
        }
    }

    /** Fails the side streams of a message that is not delivered. */
    private static void refuse(List<IncomingSide> announced) {
        for (IncomingSide side : announced) {
            side.fail(ErrorCode.CANCELLED, "the message around it is not wanted");
        }
    }

    /**
     * Replays frames of a message that an earlier process received and neither answered nor handled. They are already
     * in the store.
     */
    void restore(DurableMessage message, List<ByteBuf> frames) {
        windows.restore(message.granted);
        for (ByteBuf frame : frames) {
            onData(frame);
            frame.release();
        }
    }

    /** Replays the frames of the response to a call that an earlier process made. */
    void restoreAnswer(Stream call, DurableMessage message, List<ByteBuf> frames) {
        windows.restore(message.granted);
        windows.begin(call);
        restore(message, frames);
    }

    /**
     * Ends the replay.
     *
     * @param owed bytes of replayed content for which no credit was returned yet
     */
    void restored(long owed) {
        windows.restored(owed);
    }

    /**
     * Records that a message was read or dropped. Its sender counts a long message as held until all of its credit was
     * returned, unless its response implies that.
     */
    void onRead(Stream stream, Received content) {
        if (content.isCounted()) {
            windows.sendCredit(stream);
        }
    }

    /**
     * Returns the credit for content that arrived since the last tick, so that its sender notices its slow progress. A
     * message whose reader has not read anything since the last tick no longer delays its sender.
     *
     * @param connected true if there is a connection
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
            windows.sendCreditFor(stream, receiving);
        }
        windows.sendSessionCredit();
        Stream stalled = received.stalled(connected, now);
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
     * Switches the message that is arriving on a stream to reading while it arrives, and returns it; null if there is
     * none.
     */
    @Nullable
    Received readAsItComes(Stream stream) {
        Received receiving = stream.receiving;
        if (receiving != null) {
            receiving.readAsItComes();
            received.tell(receiving);
        }
        return receiving;
    }

    /**
     * Removes and returns the next fragment of a message that is read while it arrives; the caller then owns it. Null
     * if there is none now.
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

    /** Lets the sender continue without waiting for the reader, since memory for all of the message is reserved. */
    void store(Stream stream, Received content) {
        content.store();
        sendCreditFor(stream, content);
    }

    /** Drops the rest of a message that is read while it arrives. */
    void drop(Stream stream, Received content) {
        content.drop();
        sendCreditFor(stream, content);
        if (content.hasEnded()) {
            onRead(stream, content);
        }
    }

    private void sendCreditFor(Stream stream, Received content) {
        if (content == stream.receiving) {
            windows.sendCreditFor(stream, content);
        }
    }

    /** Returns the stream of a first fragment, ready to receive content; null if it is refused. */
    private @Nullable Stream begin(ByteBuf frame, int id, int flags, long declared) {
        MessageKind kind = MessageKind.of(flags);
        return kind == MessageKind.SIDE
                ? sides.begin(frame, id, flags, declared)
                : admission.begin(id, kind, flags, declared);
    }

    /** Adds a fragment to an open stream; returns false if it was refused. */
    @HotPath
    private boolean collect(Stream stream, ByteBuf content, boolean end, List<IncomingSide> announced) {
        Received receiving = stream.receiving;
        IncomingSide side = stream.side;
        if (receiving == null && side == null) {
            throw LiveStreams.violation(
                    stream.id, "a fragment of a message that began", "one of a message that ended or did not");
        }
        int bytes = content.readableBytes();
        windows.take(stream, bytes);
        if (receiving == null) {
            return side != null && sides.collect(stream, side, content, end);
        }
        if (!receiving.hasRoom(bytes)) {
            ends.abortWrongLength(stream, receiving.declared(), "more");
            return false;
        }
        receiving.addRetained(content, end);
        if (end) {
            return complete(stream, receiving, announced);
        }
        if (receiving.isFirstFragment()) {
            received.offer(stream, receiving);
        }
        windows.returnFor(stream, receiving);
        received.tell(receiving);
        return true;
    }

    private boolean complete(Stream stream, Received receiving, List<IncomingSide> announced) {
        if (!receiving.isComplete()) {
            ends.abortWrongLength(stream, receiving.declared(), Long.toString(receiving.length()));
            return false;
        }
        receiving.complete(announced);
        if (windows.isRestoring()) {
            receiving.markRestored();
        }
        boolean inOrder = received.whole(stream, receiving);
        messages++;
        windows.end(stream);
        stream.receiving = null;
        if (!stream.own) {
            streams.markDispatched(stream);
        }
        if (stream.own || stream.kind == MessageKind.ONE_WAY) {
            ends.close(stream);
        }
        if (receiving.isDropped()) {
            refuse(announced);
            onRead(stream, receiving);
        }
        received.handOn(receiving, inOrder);
        return true;
    }
}
