package io.parley.session;

import io.parley.ErrorCode;
import io.parley.ParleyException;

/** Ends the streams of a session: single ones, those rejected by a drain, and all of them with the session. */
final class StreamEnds {
    private final LiveStreams streams;
    private final Outbox outbox;
    private final ReceivedMessages received;
    private final FrameWriter writer;
    private final Effects effects;
    private final FailureCodes failures = new FailureCodes();
    private int lastServed = Integer.MAX_VALUE;
    private boolean peerDrains;

    StreamEnds(LiveStreams streams, Outbox outbox, ReceivedMessages received, FrameWriter writer, Effects effects) {
        this.streams = streams;
        this.outbox = outbox;
        this.received = received;
        this.writer = writer;
        this.effects = effects;
    }

    /** Aborts a stream and notifies its user, if there is one yet. */
    void abort(Stream stream, ErrorCode code, String text) {
        writer.abort(stream, code, text);
        if (stream.own || stream.isSide()) {
            fail(stream, failures.of(stream, code, text));
        } else {
            close(stream, new ParleyException(code, text));
        }
    }

    /** Aborts a stream whose message is longer or shorter than declared. */
    void abortWrongLength(Stream stream, long declared, String found) {
        abort(
                stream,
                ErrorCode.MALFORMED_MESSAGE,
                "message on " + stream + ": expected the declared " + declared + " bytes, found " + found);
    }

    /** Refuses a request before a stream is created for it, because far more are open than allowed. */
    void refuse(int id, int most) {
        writer.abort(
                id,
                ErrorCode.NOT_DISPATCHED,
                "stream " + id + ": expected at most " + most + " streams under way, found twice as many");
    }

    /** Returns whether no stream is open, still to start or announced. */
    boolean allOver() {
        return streams.areOver()
                && outbox.sides().toBegin() + streams.announced().toBegin() == 0;
    }

    /** Returns the highest stream of the peer that is still served. */
    int lastServed() {
        return lastServed;
    }

    /** Starts to drain this side: it serves the peer's streams up to that one. */
    void serveTo(int last) {
        lastServed = last;
    }

    /** Returns whether the peer drains: it starts no more streams. */
    boolean peerDrains() {
        return peerDrains;
    }

    void peerDrained() {
        peerDrains = true;
    }

    /** Records the highest stream that the peer says it served or will serve. */
    void peerServed(int last) {
        failures.peerServed(last);
    }

    /** Fails the messages that have not started, including those whose writers wait. */
    void unbegun(String text) {
        outbox.wakeAll();
        for (Stream stream : outbox.removeUnbegun()) {
            failUnbegun(stream, text);
        }
    }

    /** Fails this side's streams above the last one that the peer serves, and those that have not started. */
    void failAbove(int last, String text) {
        unbegun(text);
        for (Stream stream : streams.all()) {
            if (stream.own && stream.id > last && !stream.isSide()) {
                fail(stream, failures.of(stream, ErrorCode.GOING_AWAY, text));
            }
        }
    }

    /** Ends all streams, because the session is closed. */
    void all(ErrorCode code, String text) {
        unbegun(text);
        for (Stream stream : streams.all()) {
            IncomingSide side = stream.side;
            if (side != null && side.hasEnded()) {
                side.stream = null; // Received completely: it remains readable.
                close(stream);
            } else {
                fail(stream, failures.of(stream, code, text));
            }
        }
        finishSides(code, text);
    }

    /** Closes a stream early. Its user is not called, but the reader of its message gets the error. */
    void close(Stream stream, ParleyException why) {
        received.fail(stream, why, false);
        close(stream);
    }

    /** Closes a stream. Its user is not called. */
    void close(Stream stream) {
        stream.closed = true;
        if (stream.id != 0) {
            streams.remove(stream);
        }
        received.leave(stream);
        IncomingSide side = stream.side;
        if (side != null) {
            stream.side = null;
            streams.announced().over(side);
        }
        outbox.onClosed(stream);
    }

    /** Closes a side stream of the peer after its reader is done, and sends whatever waited for that. */
    void closeSide(Stream stream) {
        close(stream);
        outbox.pump();
    }

    /** Fails a stream early and notifies its user. */
    void fail(Stream stream, ParleyException why) {
        IncomingSide side = stream.side;
        close(stream, why);
        if (side == null) {
            effects.add(to -> to.messages().onStreamFailed(stream, why));
        } else if (!side.isOver()) {
            side.fail(why.code(), why.text());
            effects.add(side);
        }
    }

    void failUnbegun(Stream stream, String text) {
        stream.closed = true;
        outbox.onClosed(stream);
        ParleyException why = new ParleyException(ErrorCode.GOING_AWAY, "message was not sent: " + text);
        effects.add(to -> to.messages().onStreamFailed(stream, why));
    }

    /** Fails the announced side streams that have not started. */
    private void finishSides(ErrorCode code, String text) {
        for (Stream side : outbox.removeUnbegunSides()) {
            side.closed = true;
            outbox.onClosed(side);
            ParleyException why = new ParleyException(code, text);
            effects.add(to -> to.messages().onStreamFailed(side, why));
        }
        for (IncomingSide side : streams.announced().abandon()) {
            if (!side.isOver()) {
                side.fail(code, text);
                effects.add(side);
            }
        }
    }
}
