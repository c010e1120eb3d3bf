package io.parley.session;

import io.parley.ErrorCode;
import io.parley.ParleyException;

/** Ends of the streams of a session: each alone, those that a drain cuts off, and all of them with the session. */
final class StreamEnds {
    private final LiveStreams streams;
    private final Outbox outbox;
    private final ReceivedMessages received;
    private final FrameWriter writer;
    private final Effects effects;
    private final Verdicts verdicts = new Verdicts();
    private int lastServed = Integer.MAX_VALUE;
    private boolean peerDrains;

    StreamEnds(LiveStreams streams, Outbox outbox, ReceivedMessages received, FrameWriter writer, Effects effects) {
        this.streams = streams;
        this.outbox = outbox;
        this.received = received;
        this.writer = writer;
        this.effects = effects;
    }

    /** Ends a stream by ABORT and tells the stream's user, if there is one yet. */
    void abort(Stream stream, ErrorCode code, String text) {
        writer.abort(stream, code, text);
        if (stream.own || stream.isSide()) {
            fail(stream, verdicts.of(stream, code, text));
        } else {
            close(stream, new ParleyException(code, text));
        }
    }

    /** Ends a stream whose message has another length than it declared. */
    void abortWrongLength(Stream stream, long declared, String found) {
        abort(
                stream,
                ErrorCode.MALFORMED_MESSAGE,
                "message on " + stream + ": expected the declared " + declared + " bytes, found " + found);
    }

    /** Refuses a request that does not become a stream, since far more are under way than may be. */
    void refuse(int id, int most) {
        writer.abort(
                id,
                ErrorCode.NOT_DISPATCHED,
                "stream " + id + ": expected at most " + most + " streams under way, found twice as many");
    }

    /** Returns whether no stream is under way or still to come, and none is announced. */
    boolean allOver() {
        return streams.areOver()
                && outbox.sides().toBegin() + streams.announced().toBegin() == 0;
    }

    /** The highest stream of the peer that is still served. */
    int lastServed() {
        return lastServed;
    }

    /** Starts to drain this side: it serves streams up to that one. */
    void serveTo(int last) {
        lastServed = last;
    }

    /** Returns whether the peer promised to begin nothing more. */
    boolean peerDrains() {
        return peerDrains;
    }

    void peerDrained() {
        peerDrains = true;
    }

    /** The peer told what it served, or will. */
    void peerServed(int last) {
        verdicts.peerServed(last);
    }

    /** Messages that did not begin never will: who waits to write one learns that. */
    void unbegun(String text) {
        outbox.ringAll();
        for (Stream stream : outbox.takeUnbegun()) {
            failUnbegun(stream, text);
        }
    }

    /** The peer serves streams up to that one, and nothing new. */
    void abovePeers(int last, String text) {
        unbegun(text);
        for (Stream stream : streams.all()) {
            if (stream.own && stream.id > last && !stream.isSide()) {
                fail(stream, verdicts.of(stream, ErrorCode.GOING_AWAY, text));
            }
        }
    }

    /** The session is over. */
    void all(ErrorCode code, String text) {
        unbegun(text);
        for (Stream stream : streams.all()) {
            IncomingSide side = stream.side;
            if (side != null && side.hasEnded()) {
                side.stream = null; // All of it came: it stays readable.
                close(stream);
            } else {
                fail(stream, verdicts.of(stream, code, text));
            }
        }
        finishSides(code, text);
    }

    /** A stream is over before its time; its user is not called, but who reads what comes on it learns why. */
    void close(Stream stream, ParleyException why) {
        received.fail(stream, why, false);
        close(stream);
    }

    /** A stream is over; its user is not called. */
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

    /** A side stream of the peer is over, by its reader: what waited for that goes out. */
    void closeSide(Stream stream) {
        close(stream);
        outbox.pump();
    }

    /** A stream is over before its time, and not by its user. */
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

    /** Side streams that were announced and did not begin never will. */
    private void finishSides(ErrorCode code, String text) {
        for (Stream side : outbox.takeUnbegunSides()) {
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
