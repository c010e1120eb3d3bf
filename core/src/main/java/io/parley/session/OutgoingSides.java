package io.parley.session;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The side streams that this side sends, from their attachment to a message until their end. */
final class OutgoingSides {
    private final LiveStreams streams;
    private final FrameWriter writer;
    private final Effects effects;
    private final int most;
    private final int streamCredit;
    private final long sideBytes;
    /** Side streams that wait until the peer has memory for their windows. */
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

    /** Returns the maximum length of a side stream in bytes. */
    long mostBytes() {
        return sideBytes;
    }

    /** Returns the bytes that the peer reserves for one side stream. */
    long window() {
        return Math.min(streamCredit, sideBytes);
    }

    /** Returns the number of side streams that were announced and have not started. */
    int toBegin() {
        return toBegin;
    }

    /**
     * Attaches a new side stream to a message that is being written.
     *
     * @return closed if the message is closed; null if too many are open
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
        side.meter = message.meter;
        if (message.sides.isEmpty()) {
            message.sides = new ArrayList<>();
        }
        message.sides.add(side);
        return side;
    }

    /** Handles the end of a message, which announced its side streams. Returns those that may start now. */
    List<Stream> announced(Stream message) {
        List<Stream> sides = message.sides;
        message.sides = List.of();
        toBegin += sides.size();
        List<Stream> wanted = new ArrayList<>();
        for (Stream side : sides) {
            side.place().message = message.id;
            writer.tracks().join(side, message);
            ParleyException why = side.place().givenUp;
            if (why != null) {
                giveUp(side, why);
            } else {
                wanted.add(side);
            }
        }
        return wanted;
    }

    /** Fails the side streams of a message that were not announced. */
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
        side.count(writer.sideBegin(side, sideBytes));
        effects.add(to -> to.messages().onSideReady(side));
    }

    /**
     * Cancels a side stream that has not started. If it was announced it is started nevertheless, so that the peer is
     * informed.
     */
    void giveUp(Stream side, ParleyException why) {
        side.closed = true;
        Stream.Place place = side.place();
        place.givenUp = why;
        if (place.message != 0) {
            waiting.remove(side);
            streams.useOwnId(side);
            begun(side);
            over();
            side.count(writer.sideBegin(side, 0));
            writer.abort(side, why.code(), why.text());
            writer.tracks().leave(side);
        }
    }

    /** Counts one side stream as ended. */
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
