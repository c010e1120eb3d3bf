package io.parley.session;

import java.util.ArrayDeque;
import java.util.Collection;

/** Admission of streams that begin and of messages that are declared longer than before; the others wait here. */
final class Admission {
    /** A message whose end is not known declares as a bound so many times what it is known to have. */
    private static final int BOUND_SHARE = 4;

    private final LiveStreams streams;
    private final OutgoingSides sides;
    private final PeerMemory atPeer;
    private final int maxStreams;
    private final long maxMessage;
    private final int fragment;
    private final ArrayDeque<Stream> waiting = new ArrayDeque<>();
    /** One-way messages that were sent whole and did not begin, in their order: only the first of them may. */
    private final ArrayDeque<Stream> oneWays = new ArrayDeque<>();

    Admission(
            LiveStreams streams,
            OutgoingSides sides,
            PeerMemory atPeer,
            int maxStreams,
            long maxMessage,
            int fragment) {
        this.streams = streams;
        this.sides = sides;
        this.atPeer = atPeer;
        this.maxStreams = maxStreams;
        this.maxMessage = maxMessage;
        this.fragment = fragment;
    }

    /** Returns whether the next fragment of a stream may go out. */
    boolean admits(Stream stream) {
        if (stream.begun) {
            return !needsMore(stream) || mayReserve(stream);
        }
        if (stream.isSide()) {
            return atPeer.hasRoom(stream, sides.window());
        }
        return (stream.id != 0 || streams.own() < maxStreams) && mayReserve(stream);
    }

    /** Returns whether the next fragment of a message goes beyond the length declared so far. */
    boolean needsMore(Stream stream) {
        return stream.hasContent()
                && !stream.isSide()
                && stream.written - stream.queued + Math.min(fragment, stream.nextBytes()) > stream.reservedAtPeer;
    }

    /** Returns the message's length to declare now: the exact one, or a bound. */
    long declared(Stream stream) {
        return stream.ended
                ? stream.written
                : Math.min(maxMessage, Math.max(stream.expected + fragment, BOUND_SHARE * stream.written));
    }

    /** Keeps a stream that is not admitted. */
    void await(Stream stream) {
        if (stream.isSide()) {
            sides.await(stream);
        } else {
            waiting.add(stream);
        }
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Notes that all of a stream's message was written: a one-way message then begins after those before it. */
    void written(Stream stream) {
        if (isUnbegunOneWay(stream)) {
            oneWays.add(stream);
        }
    }

    /** Returns whether a one-way message has to wait for another that was written before it. */
    boolean isBehindOthers(Stream stream) {
        return stream.ended && isUnbegunOneWay(stream) && oneWays.peek() != stream;
    }

    /** Keeps a one-way message that is behind others until those began. */
    void putAside(Stream stream) {
        stream.aside = true;
    }

    /** A one-way message begins, or never will: the one behind it may. */
    void leaveOneWays(Stream stream, Collection<Stream> ready) {
        oneWays.remove(stream);
        Stream next = oneWays.peek();
        if (next != null && next.aside) {
            next.aside = false;
            ready.add(next);
        }
    }

    static boolean isUnbegunOneWay(Stream stream) {
        return stream.id == 0 && stream.kind == MessageKind.ONE_WAY;
    }

    /** Takes out the streams whose message did not begin. */
    void takeUnbegun(Collection<Stream> unbegun) {
        waiting.removeIf(stream -> stream.id == 0 && unbegun.add(stream));
        oneWays.stream().filter(stream -> stream.aside).forEach(unbegun::add);
        oneWays.clear();
    }

    /**
     * Collects the waiting streams that may go on after a stream ended or the peer freed memory; each has to be
     * admitted again.
     */
    void admit(Collection<Stream> ready) {
        // All of them: their readers may want them in any order.
        for (Stream side = sides.nextWaiting(); side != null; side = sides.nextWaiting()) {
            ready.add(side);
        }
        int beginners = maxStreams - streams.own();
        for (int left = waiting.size(); left > 0; left--) {
            Stream stream = waiting.remove();
            boolean begins = stream.id == 0;
            if (stream.closed) {
                continue;
            }
            // One that is behind others would take the place of the one that it waits for.
            if ((!begins || (beginners > 0 && !isBehindOthers(stream))) && mayReserve(stream)) {
                ready.add(stream);
                beginners -= begins ? 1 : 0;
            } else {
                waiting.add(stream);
            }
        }
    }

    private boolean mayReserve(Stream stream) {
        long declared = declared(stream);
        return stream.ended ? atPeer.hasRoom(stream, declared) : atPeer.mayGrow(stream, declared);
    }
}
