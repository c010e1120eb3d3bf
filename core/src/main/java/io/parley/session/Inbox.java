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
import org.jspecify.annotations.Nullable;

/** The receiving half of a session: puts fragments together, in memory reserved before, and gives credit back. */
final class Inbox {
    private final LiveStreams streams;
    private final FrameWriter writer;
    private final SessionActions actions;
    private final Endings endings;
    private final Budget budget;
    private final ByteBufAllocator allocator;
    private final boolean opening;
    private final int maxStreams;
    private final long maxMessage;
    private final int streamCredit;
    private final int sessionCredit;

    private int sessionWindow;
    private int unreturned;
    private long messages;

    /** What of a stream's end the session has to see to. */
    interface Endings {
        /** Ends a stream by ABORT and tells the stream's user, if there is one yet. */
        void abort(Stream stream, ErrorCode code, String text);

        /** A stream ended as it should. */
        void finished(Stream stream);

        /** The highest stream of the peer that is still served. */
        int lastServed();

        /** Whether the peer promised to begin nothing more. */
        boolean peerDrains();
    }

    Inbox(
            Limits limits,
            Budget budget,
            ByteBufAllocator allocator,
            boolean opening,
            LiveStreams streams,
            FrameWriter writer,
            SessionActions actions,
            Endings endings) {
        this.budget = budget;
        this.allocator = allocator;
        this.opening = opening;
        this.streams = streams;
        this.writer = writer;
        this.actions = actions;
        this.endings = endings;
        this.maxStreams = limits.getInt(Limit.STREAMS);
        this.maxMessage = limits.get(Limit.MESSAGE_BYTES);
        this.streamCredit = limits.getInt(Limit.STREAM_CREDIT);
        this.sessionCredit = limits.getInt(Limit.SESSION_CREDIT);
        this.sessionWindow = sessionCredit;
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
        int flags = FrameHeader.flags(frame);
        int id = FrameHeader.stream(frame);
        boolean begin = (flags & DataFrame.BEGIN) != 0;
        boolean end = (flags & DataFrame.END) != 0;
        long declared = begin ? DataFrame.declared(frame) : 0;
        ByteBuf content = DataFrame.toContent(frame);
        int bytes = content.readableBytes();
        if (bytes == 0 && !begin && !end) {
            throw protocol(id, "content, BEGIN or END", "a fragment without");
        }
        takeSessionCredit(bytes, id);
        Stream stream = begin ? begin(id, flags, declared) : streams.get(id);
        boolean wanted = stream != null && collect(stream, content, end);
        if (stream == null && !begin && !streams.wasBegun(id)) {
            throw protocol(id, "BEGIN first", "a later fragment");
        }
        returnSessionCredit(bytes);
        return wanted && bytes > 0;
    }

    /** Drops what came of a stream that is over. */
    static void drop(Stream stream) {
        Received receiving = stream.receiving;
        if (receiving != null) {
            stream.receiving = null;
            receiving.close();
        }
    }

    /** The stream that a first fragment belongs to, ready to collect; null if it is not wanted. */
    private @Nullable Stream begin(int id, int flags, long declared) {
        MessageKind kind = MessageKind.of(flags);
        Stream stream = kind.isAnswer() ? beginAnswer(id) : beginStream(id, kind);
        if (stream == null) {
            return null;
        }
        if (declared < 0 || declared > maxMessage) {
            String found = declared < 0 ? "more than 2^63" : Long.toString(declared);
            endings.abort(
                    stream,
                    ErrorCode.LIMIT,
                    "message on " + stream + ": expected at most " + maxMessage + " bytes, found " + found
                            + " declared; the setting is " + Limit.MESSAGE_BYTES.setting());
            return null;
        }
        if (!budget.tryReserve(declared)) {
            endings.abort(
                    stream,
                    ErrorCode.BUDGET,
                    "message on " + stream + ": " + declared + " bytes declared, reserved by this session are " + budget
                            + "; the settings are " + Limit.SESSION_BYTES.setting() + " and "
                            + Limit.TOTAL_BYTES.setting());
            return null;
        }
        stream.receiving = new Received(kind, declared, (flags & DataFrame.AT_MOST) != 0, budget, allocator);
        return stream;
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
        drop(stream);
        return stream;
    }

    private @Nullable Stream beginStream(int id, MessageKind kind) {
        if (streams.isOwn(id)) {
            throw protocol(id, "an id that the peer may begin", "one of this side's");
        }
        if (id <= streams.highestPeer()) {
            throw protocol(id, "an id above " + streams.highestPeer(), "one not above");
        }
        if (endings.peerDrains()) {
            throw protocol(id, "no new stream after GOAWAY", "one");
        }
        if (kind == MessageKind.REQUEST && opening) {
            throw protocol(id, "requests from the opening side only", "one from the accepting side");
        }
        streams.notePeer(id);
        if (id > endings.lastServed()) {
            return null;
        }
        if (streams.peers() >= maxStreams) {
            throw new ParleyException(
                    ErrorCode.FLOW_CONTROL,
                    "stream " + id + ": expected at most " + maxStreams + " streams under way, found more; the setting"
                            + " is " + Limit.STREAMS.setting());
        }
        Stream stream = new Stream(kind, false, streamCredit);
        streams.addPeer(stream, id);
        return stream;
    }

    /** Stores a fragment of a live stream; false if it was not wanted. */
    @HotPath
    private boolean collect(Stream stream, ByteBuf content, boolean end) {
        Received receiving = stream.receiving;
        if (receiving == null) {
            throw protocol(stream.id, "a fragment of a message that began", "one of a message that ended or did not");
        }
        int bytes = content.readableBytes();
        stream.receiveWindow -= bytes;
        if (stream.receiveWindow < 0) {
            throw flow(stream.id, "the stream's credit", -stream.receiveWindow);
        }
        if (!receiving.hasRoom(bytes)) {
            abortWrongLength(stream, receiving, "more");
            return false;
        }
        receiving.addRetained(content, end);
        if (end) {
            complete(stream, receiving);
        } else {
            returnStreamCredit(stream, receiving, bytes);
        }
        return true;
    }

    private void complete(Stream stream, Received receiving) {
        if (!receiving.isComplete()) {
            abortWrongLength(stream, receiving, Long.toString(receiving.length()));
            return;
        }
        receiving.complete();
        messages++;
        stream.receiving = null;
        stream.endReceived = true;
        if (!stream.own) {
            streams.noteDispatched(stream);
        }
        if (stream.own || stream.kind == MessageKind.ONE_WAY) {
            endings.finished(stream);
        }
        actions.onMessage(stream, receiving.kind(), receiving);
    }

    private void abortWrongLength(Stream stream, Received receiving, String found) {
        endings.abort(
                stream,
                ErrorCode.MALFORMED_MESSAGE,
                "message on " + stream + ": expected the declared " + receiving.declared() + " bytes, found " + found);
    }

    private void takeSessionCredit(int bytes, int id) {
        sessionWindow -= bytes;
        if (sessionWindow < 0) {
            throw flow(id, "the session's credit", -sessionWindow);
        }
    }

    /** Stored or dropped, the bytes do not wait any more; half a window is worth a frame. */
    private void returnSessionCredit(int bytes) {
        unreturned += bytes;
        if (unreturned > 0 && 2L * unreturned >= sessionCredit) {
            writer.credit(0, unreturned);
            sessionWindow += unreturned;
            unreturned = 0;
        }
    }

    private void returnStreamCredit(Stream stream, Received receiving, int bytes) {
        stream.unreturned += bytes;
        boolean needed = receiving.declared() - receiving.length() > stream.receiveWindow;
        if (needed && 2L * stream.unreturned >= streamCredit) {
            writer.credit(stream.id, stream.unreturned);
            stream.receiveWindow += stream.unreturned;
            stream.unreturned = 0;
        }
    }

    private static ParleyException flow(int id, String what, int beyond) {
        return new ParleyException(
                ErrorCode.FLOW_CONTROL,
                "stream " + id + ": expected content within " + what + ", found " + beyond + " bytes beyond it");
    }

    private static ParleyException protocol(int id, String expected, String found) {
        return new ParleyException(ErrorCode.PROTOCOL, "stream " + id + ": expected " + expected + ", found " + found);
    }
}
