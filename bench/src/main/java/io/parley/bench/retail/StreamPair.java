package io.parley.bench.retail;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.bench.contest.Door;
import io.parley.channel.Address;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import io.parley.runtime.Conversation;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.RuntimeListener;
import java.io.IOException;
import java.util.List;

/**
 * A server and a client in this JVM with any number of sessions on the stream between them. On a machine with two
 * processors there are two event loops: one serves all clients and the other all servers, so that sessions of one pair
 * are comparable. Thread-safe.
 */
final class StreamPair implements AutoCloseable {
    private static final int NAMES = 100_000;
    private static final Limits LIMITS = Limits.defaults().with(Limit.NAMES, NAMES);

    private final ParleyRuntime server = ParleyRuntime.builder().limits(LIMITS).build();
    private final ParleyRuntime client = ParleyRuntime.builder().limits(LIMITS).build();
    private final RuntimeListener listening;

    StreamPair(Door door) throws IOException {
        this.listening = server.listen("stream", new Address(Door.SERVER, 0), door.host());
        door.open(List.of(listening.address().port()));
    }

    /**
     * Opens a session.
     *
     * @param representation the name under which it is agreed
     */
    Conversation open(String representation, MessageHandler handler) {
        Address at = listening.address();
        Agreement agreement = Agreement.byApi(
                representation, "stream", List.of(new HostPort(at.host(), at.port())), LIMITS, "benchmarks");
        byte[] token = server.issue(agreement, "bench", null, handler);
        return client.open(agreement, token, new byte[0], handler)
                .toCompletableFuture()
                .join();
    }

    @Override
    public void close() {
        client.close();
        listening.close();
        server.close();
    }
}
