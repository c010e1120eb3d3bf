package io.parley.session;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The side streams of messages that this side sends, from the moment they are attached to one until they are over. */
final class OutgoingSides {
    private final LiveStreams streams;
    private final FrameWriter writer;
    private final Effects effects;
    private final int most;
    private final int streamCredit;
    private final long sideBytes;
    /** Side streams that could begin if the peer had memory for their windows. */
    private final ArrayDeque<Stream> waiting = new ArrayDeque<>();

    private int attached;
    private int toBegin;

    OutgoingSides(AgreedLimits limits, LiveStreams streams, FrameWriter writer, Effects effects) {
        this.streams = streams;
        this.writer = writer;
        this.effects = effects;
        this.most = limits.sides();
        this.streamCredit = limits.getInt(Limit.STREAM_CREDIT);
        this.sideBytes = limits.get(Limit.SIDE_BYTES);
    }

    /** The most that one may be long. */
    long mostBytes() {
        return sideBytes;
    }

    /** Returns the bytes that the peer reserves for one side stream. */
    long window() {
        return Math.min(streamCredit, sideBytes);
    }

    /** Returns how many side streams were announced and did not begin. */
    int toBegin() {
        return toBegin;
    }

    /**
     * The next side stream of a message that is being written; closed if the message is, null if too many are under
     * way.
     */
    @Nullable
    Stream attach(Stream message) {
        if (message.closed) {
            Stream side = new Stream(MessageKind.SIDE, true, 0);
            side.place = new Stream.Place(0);
            side.closed = true;
            return side;
        }
        if (message.ended) {
            throw new IllegalStateException("side streams are attached before the end of " + message);
        }
        if (attached >= most || !streams.hasOwnIdsLeft()) {
            return null;
        }
        attached++;
        Stream side = new Stream(MessageKind.SIDE, true, streamCredit);
        side.place = new Stream.Place(message.sides.size());
        if (message.sides.isEmpty()) {
            message.sides = new ArrayList<>();
        }
        message.sides.add(side);
        return side;
    }

    /** The message's end went out and told of its side streams. Returns those that may begin now. */
    List<Stream> announced(Stream message) {
        List<Stream> sides = message.sides;
        message.sides = List.of();
        toBegin += sides.size();
        List<Stream> wanted = new ArrayList<>();
        for (Stream side : sides) {
            side.place().message = message.id;
            writer.lanes().join(side, message);
            ParleyException why = side.place().givenUp;
            if (why != null) {
                giveUp(side, why);
            } else {
                wanted.add(side);
            }
        }
        return wanted;
    }

    /** Side streams that were not announced go with their message. */
    void drop(Stream message) {
        List<Stream> sides = message.sides;
        if (sides.isEmpty()) {
            return;
        }
        message.sides = List.of();
        attached -= sides.size();
        for (Stream side : sides) {
            if (!side.closed) {
                side.closed = true;
                ParleyException why = new ParleyException(ErrorCode.CANCELLED, "the message around it was not sent");
                effects.add(to -> to.messages().onStreamFailed(side, why));
            }
        }
    }

    void begin(Stream side) {
        streams.addOwn(side);
        begun(side);
        writer.sideBegin(side, sideBytes);
        effects.add(to -> to.messages().onSideReady(side));
    }

    /** Gives up a side stream that did not begin: once announced it begins all the same, so that the peer knows. */
    void giveUp(Stream side, ParleyException why) {
        side.closed = true;
        Stream.Place place = side.place();
        place.givenUp = why;
        if (place.message != 0) {
            waiting.remove(side);
            streams.useOwnId(side);
            begun(side);
            over();
            writer.sideBegin(side, 0);
            writer.abort(side, why.code(), why.text());
            writer.lanes().leave(side);
        }
    }

    /** Counts one side stream as over: there is room for another. */
    void over() {
        attached--;
    }

    void await(Stream side) {
        waiting.add(side);
    }

    @Nullable
    Stream nextWaiting() {
        return waiting.poll();
    }

    private void begun(Stream side) {
        side.begun = true;
        toBegin--;
    }
}
