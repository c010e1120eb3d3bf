package io.parley.examples.soak;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.negotiation.Mode;
import io.parley.transport.http.endpoint.HttpEndpoint;
import io.parley.transport.http.endpoint.HttpEndpointClient;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;

/** An {@link HttpEndpoint} and its clients on one channel; one client has a short timeout. */
final class UrlTalk extends StandaloneTalk {
    private static final Duration SHORT_TIMEOUT = Duration.ofMillis(200);

    private final String channel;
    private final HttpEndpoint endpoint;
    private final HttpClient http = HttpClient.newHttpClient();
    private HttpEndpointClient client;
    private HttpEndpointClient hasty;

    UrlTalk(String channel, ScheduledExecutorService timers) throws IOException {
        super("url " + channel, timers);
        this.channel = channel;
        endpoint = handlers(HttpEndpoint.serve(CONTRACT)).start(0);
        client = builder().open(endpoint.url());
        hasty = hasty();
    }

    private HttpEndpointClient.Builder builder() {
        return HttpEndpointClient.of(CONTRACT).http(http).channels(channel).mode(Mode.ALWAYS);
    }

    /** Returns a client with a short timeout and an open session, since opening takes longer than its calls may. */
    private HttpEndpointClient hasty() {
        return builder().timeout(SHORT_TIMEOUT).open(endpoint.url());
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
    void calls(Chance chance, Tally tally) {
        boolean cancelled = chance.cancels();
        Saying saying = Saying.of(chance.text(), chance.pauseMillis(cancelled));
        if (!cancelled) {
            if (call("say", saying, Saying.class).equals(saying)) {
                tally.add(Tally.End.ANSWERED);
            } else {
                tally.unexpected(name(), "another answer than the right one");
            }
            return;
        }
        try (Interruption interruption = new Interruption(timers, chance.cancelMicros())) {
            call("say", saying, Saying.class);
            tally.add(Tally.End.ANSWERED);
        } catch (ParleyException e) {
            if (e.code() == ErrorCode.CANCELLED) {
                tally.add(Tally.End.CANCELLED);
            } else {
                tally.unexpected(name(), Calls.trace(e));
            }
        }
    }

    @Override
    void timeOut(Tally tally) {
        try {
            hasty.call("say", Saying.of("late", 2_000), Saying.class);
            tally.unexpected(name(), "an answer before its time");
        } catch (ParleyException e) {
            tally.add(Tally.End.TIMED_OUT);
        }
    }

    @Override
    void reconnect(boolean orderly) {
        if (orderly) {
            client.close();
            client = builder().open(endpoint.url());
        } else {
            hasty.close();
            hasty = hasty();
        }
    }

    @Override
    public int sessions() {
        return endpoint.counts().sessions();
    }

    @Override
    public long reserved() {
        return endpoint.counts().heldBytes();
    }

    @Override
    public void close() {
        client.close();
        hasty.close();
        endpoint.close();
    }
}
