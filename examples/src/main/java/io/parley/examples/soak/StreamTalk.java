package io.parley.examples.soak;

import io.parley.channel.Protection;
import io.parley.transport.stream.endpoint.StreamClient;
import io.parley.transport.stream.endpoint.StreamEndpoint;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A {@link StreamEndpoint} and its client, with or without TLS. */
final class StreamTalk extends StandaloneTalk {
    private static final int TIMEOUT_MILLIS = 20;

    private final StreamEndpoint endpoint;
    private StreamClient client;

    StreamTalk(String name, ScheduledExecutorService timers, Protection protection) throws IOException {
        super(name, timers);
        endpoint =
                handlers(StreamEndpoint.serve(CONTRACT)).protection(protection).start(0);
        client = open();
    }

    private StreamClient open() {
        return StreamClient.of(CONTRACT).open(endpoint.invite("soak"));
    }

    @Override
    <R> R call(String operation, Object request, Class<R> response) {
        return client.call(operation, request, response);
    }

    @Override
    void send(Saying note) {
        client.send("note", note);
    }

    @Override
    void calls(Chance chance, Tally tally) throws Exception {
        new Calls(name(), timers, chance, tally, false)
                .makeAll(saying -> client.callAsync("say", saying, Saying.class));
    }

    @Override
    void timeOut(Tally tally) throws InterruptedException {
        CompletableFuture<Saying> call = client.callAsync("say", Saying.of("late", 2_000), Saying.class);
        try {
            call.orTimeout(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS).get();
            tally.unexpected(name(), "an answer before its time");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TimeoutException) {
                tally.add(Tally.End.TIMED_OUT);
            } else {
                tally.unexpected(name(), Calls.trace(e));
            }
        }
    }

    @Override
    void reconnect(boolean orderly) {
        if (orderly) {
            client.close();
        } else {
            var cutOff = client.callAsync("say", Saying.of("cut off", 2_000), Saying.class);
            client.leave();
            cutOff.exceptionally(why -> Saying.of("", 0)).join();
        }
        client = open();
    }

    @Override
    public int sessions() {
        return endpoint.sessions();
    }

    @Override
    public long reserved() {
        return endpoint.counts().heldBytes();
    }

    @Override
    public void close() {
        client.close();
        endpoint.close();
    }
}
