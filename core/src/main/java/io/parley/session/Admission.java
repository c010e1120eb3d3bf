package io.parley.session;

import java.util.ArrayDeque;
import java.util.Collection;

/** Admission of new streams, and of messages that declare a greater length than before; the others wait here. */
final class Admission {
    /** Factor from the known length of an unfinished message to the bound that it declares. */
    private static final int BOUND_SHARE = 4;

    private final LiveStreams streams;
    private final OutgoingSides sides;
    private final PeerMemory atPeer;
    private final int maxStreams;
    private final long maxMessage;
    private final int fragment;
    private final ArrayDeque<Stream> waiting = new ArrayDeque<>();
    /**
     * One-way messages that were written completely and have not started, in order: only the first of them may start.
     */
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

    /** Returns whether the next fragment of a stream may be sent. */
    boolean admits(Stream stream) {
        if (stream.begun) {
            return !needsMore(stream) || mayReserve(stream);
        }
        if (stream.isSide()) {
            return atPeer.hasRoom(stream, sides.window());
        }
        return (stream.id != 0 || streams.own() < maxStreams) && mayReserve(stream);
    }

    /** Returns whether the next fragment of a message exceeds the length declared so far. */
    boolean needsMore(Stream stream) {
        return stream.hasContent()
                && !stream.isSide()
                && stream.written - stream.queued + Math.min(fragment, stream.nextBytes()) > stream.reservedAtPeer;
    }

    /** Returns the length to declare for a message now: the exact one if it is complete, or else a bound. */
    long declared(Stream stream) {
        return stream.ended
                ? stream.written
                : Math.min(maxMessage, Math.max(stream.expected + fragment, BOUND_SHARE * stream.written));
    }

    /** Queues a stream that is not admitted. */
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

    /** Records that a stream's message was written completely: a one-way message then starts after those before it. */
    void written(Stream stream) {
        if (isUnbegunOneWay(stream)) {
            oneWays.add(stream);
        }
    }

    /** Returns whether a one-way message has to wait for another one that was completed before it. */
    boolean isBehindOthers(Stream stream) {
        return stream.ended && isUnbegunOneWay(stream) && oneWays.peek() != stream;
    }

    /** Marks a one-way message as waiting until those before it have started. */
    void putAside(Stream stream) {
        stream.aside = true;
    }

    /**
     * Removes a one-way message that starts, or never will, and schedules the next one.
     *
     * @param ready receives the stream that may be sent next
     */
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

    /** Removes the streams whose message has not started. */
    void removeUnbegun(Collection<Stream> unbegun) {
        waiting.removeIf(stream -> stream.id == 0 && unbegun.add(stream));
        oneWays.stream().filter(stream -> stream.aside).forEach(unbegun::add);
        oneWays.clear();
    }

    /**
     * Moves waiting streams to the ready queue after a stream ended or the peer freed memory. Each one has to be
     * admitted again.
     */
    void admit(Collection<Stream> ready) {
        // All of them: the peer may read them in any order.
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
            // A message behind others would take the slot of the one that it waits for.
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
