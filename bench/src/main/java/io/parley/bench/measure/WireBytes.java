package io.parley.bench.measure;

import io.parley.bench.contest.Caller;
import io.parley.bench.contest.Contender;
import io.parley.bench.contest.Contestant;
import io.parley.bench.contest.Exchange;
import io.parley.bench.contest.Match;
import io.parley.bench.data.Workload;
import io.parley.bench.link.Link;
import io.parley.bench.link.LinkDoor;
import java.io.IOException;

/** Counts what goes over the wire, in calls of their own. */
final class WireBytes {
    private static final int CALLS = 8;
    /** Of contents that large, one call says enough. */
    private static final long LARGE_BYTES = 1_000_000;

    private WireBytes() {}

    /** Bytes of one call, both ways, once the connection is there. */
    static double perCall(Contender system, Exchange exchange, Workload workload) throws IOException {
        try (LinkDoor door = new LinkDoor(Link.LOOPBACK);
                Contestant contestant = system.start(new Match(exchange, workload, door));
                Caller caller = contestant.caller()) {
            caller.check();
            return perCall(door, workload.bytes() < LARGE_BYTES ? CALLS : 1, caller::call);
        }
    }

    /** Bytes of one of several calls through a door, both ways. */
    static double perCall(LinkDoor door, Runnable call) {
        return perCall(door, CALLS, call);
    }

    private static double perCall(LinkDoor door, int calls, Runnable call) {
        long before = door.bytes();
        for (int made = 0; made < calls; made++) {
            call.run();
        }
        return (door.bytes() - before) / (double) calls;
    }
}
