package io.parley.session;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.frame.DataFrame;
import org.jspecify.annotations.Nullable;

/** Admission of the peer's messages: whether a first fragment may start one, and a later one raise its bound. */
final class IncomingAdmission {
    private final int mostStreams;
    private final LiveStreams streams;
    private final ReceivingWindows windows;
    private final ReceivingMemory memory;
    private final ReceivedMessages received;
    private final StreamEnds ends;

    IncomingAdmission(
            AgreedLimits limits,
            LiveStreams streams,
            ReceivingWindows windows,
            ReceivingMemory memory,
            ReceivedMessages received,
            StreamEnds ends) {
        this.mostStreams = limits.getInt(Limit.STREAMS);
        this.streams = streams;
        this.windows = windows;
        this.memory = memory;
        this.received = received;
        this.ends = ends;
    }

    /** Returns the stream of a message's first fragment, ready to receive content; null if it is refused. */
    @Nullable
    Stream begin(int id, MessageKind kind, int flags, long declared) {
        Stream stream = kind.isAnswer() ? beginAnswer(id) : beginStream(id, kind);
        if (stream == null) {
            return null;
        }
        int beside = received.bytesBeside(kind);
        if (!memory.reserve(stream, declared, declared + beside)) {
            return null;
        }
        boolean bounded = (flags & DataFrame.AT_MOST) != 0;
        received.begin(
                stream, new Received(stream, kind, declared, bounded, memory.budget(), memory.allocator()), beside);
        return stream;
    }

    /** Raises the bound of a message that is arriving; returns false if the message was aborted because of it. */
    boolean raise(Stream stream, long bound) {
        Received receiving = stream.receiving;
        if (receiving == null || !receiving.isBounded() || (bound >= 0 && bound <= receiving.declared())) {
            throw LiveStreams.violation(
                    stream.id, "a bound to be raised of a message that has one", "none, or one not raised");
        }
        if (!memory.reserve(stream, bound, bound - receiving.declared())) {
            return false;
        }
        receiving.raise(bound);
        return true;
    }

    private @Nullable Stream beginAnswer(int id) {
        if (!streams.isOwn(id) || !streams.wasBegun(id)) {
            throw LiveStreams.violation(id, "an answer to a request of this side", "one to another stream");
        }
        Stream stream = streams.get(id);
        if (stream == null) {
            return null;
        }
        if (stream.kind != MessageKind.REQUEST) {
            throw LiveStreams.violation(id, "no answer to a one-way message", "one");
        }
        if (!stream.endSent) {
            throw LiveStreams.violation(id, "the answer after the request's end", "it before");
        }
        if (stream.receiving != null) {
            received.fail(
                    stream,
                    new ParleyException(ErrorCode.ENCODING, stream + ": its sender restarted the response"),
                    true);
        }
        return stream;
    }

    private @Nullable Stream beginStream(int id, MessageKind kind) {
        streams.usePeerId(id);
        if (ends.peerDrains()) {
            throw LiveStreams.violation(id, "no new stream after GOAWAY", "one");
        }
        if (kind == MessageKind.REQUEST && streams.isOpening()) {
            throw LiveStreams.violation(id, "requests from the opening side only", "one from the accepting side");
        }
        if (id > ends.lastServed()) {
            return null;
        }
        if (streams.peers() >= streams.slack(kind) * mostStreams) {
            if (kind == MessageKind.REQUEST && streams.slack(kind) > 1) {
                ends.refuse(id, mostStreams);
                return null;
            }
            throw new ParleyException(
                    ErrorCode.FLOW_CONTROL,
                    "stream " + id + ": expected at most " + mostStreams + " streams under way, found more; the setting"
                            + " is " + Limit.STREAMS.setting());
        }
        Stream stream = new Stream(kind, false, windows.ofStream());
        windows.begin(stream);
        streams.addPeer(stream, id);
        return stream;
    }
}
