package io.parley.runtime;

import io.parley.session.Received;
import io.parley.session.Stream;
import java.util.concurrent.Semaphore;

/**
 * The messages of one session that are read while they come: responses whose caller waits for them, and messages of the
 * peer to a handler that takes them so. Within the link's turns, as all that is the session's.
 */
final class Arrivals {
    /** Messages of peers that are read while they come, in one runtime: each may hold up a worker. The others come whole. */
    static final int MOST = 8;

    private final Link link;
    private final Turns turns;
    private final Semaphore permits;

    Arrivals(Link link, Turns turns, Semaphore permits) {
        this.link = link;
        this.turns = turns;
        this.permits = permits;
    }

    /** A longer message began: whether it is read from now on. */
    boolean onArriving(LiveConversation live, Stream stream, Received content) {
        if (stream.attachment() instanceof PendingCall call) {
            if (call.readsAsItComes()) {
                handOver(live, call, stream, content);
                return true;
            }
            return false;
        }
        if (!live.handler().readsAsItComes() || !permits.tryAcquire()) {
            return false;
        }
        Incoming message = arriving(live, stream, content, permits::release);
        stream.attach(message);
        message.count();
        OneWayLane lane = message.kind() == IncomingMessage.Kind.ONE_WAY ? live.lane() : null;
        if (lane == null) {
            turns.after(message);
        } else {
            lane.add(message);
            turns.after(lane::begin);
        }
        return true;
    }

    void onArrival(Received content) {
        if (content.attachment() instanceof Arriving arriving) {
            arriving.onArrival();
        }
    }

    /** The caller of a request reads its response while it comes: what began to come by now is handed over. */
    void readAsItComes(PendingCall call, Stream stream) {
        turns.enter();
        try {
            call.readAsItComes();
            Received content = call.readsAsItComes() ? link.exchange().readAsItComes(stream) : null;
            if (content != null) {
                handOver(link.live(), call, stream, content);
            }
        } finally {
            turns.leave();
        }
    }

    private void handOver(LiveConversation live, PendingCall call, Stream stream, Received content) {
        Incoming message = arriving(live, stream, content, () -> turns.after(() -> call.onWhole(content.isRenewed())));
        call.markHanded();
        turns.after(() -> call.hand(message));
    }

    private Incoming arriving(LiveConversation live, Stream stream, Received content, Runnable onWhole) {
        Arriving arriving = new Arriving(link, turns, stream, content, onWhole);
        content.attach(arriving);
        return new Incoming(link, live, stream, content.kind(), content, false, arriving);
    }
}
