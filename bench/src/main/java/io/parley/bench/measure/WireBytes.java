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

/** Counter of the bytes on the wire, in calls that are made only for that. */
final class WireBytes {
    private static final int CALLS = 8;
    /** Size of content from which a single call is enough. */
    private static final long LARGE_BYTES = 1_000_000;

    private WireBytes() {}

    /** Returns the bytes of one call in both directions, without those of opening the connection. */
    static double perCall(Contender system, Exchange exchange, Workload workload) throws IOException {
        try (LinkDoor door = new LinkDoor(Link.LOOPBACK);
                Contestant contestant = system.start(new Match(exchange, workload, door));
                Caller caller = contestant.caller()) {
            caller.check();
            return perCall(door, workload.bytes() < LARGE_BYTES ? CALLS : 1, caller::call);
        }
    }

    /** Returns the average bytes of a call through a door, in both directions. */
    static double perCall(LinkDoor door, Sample.Action call) {
        return perCall(door, CALLS, call);
    }

    private static double perCall(LinkDoor door, int calls, Sample.Action call) {
        long before = door.bytes();
        for (int made = 0; made < calls; made++) {
            call.make();
        }
        return (door.bytes() - before) / (double) calls;
    }
}
