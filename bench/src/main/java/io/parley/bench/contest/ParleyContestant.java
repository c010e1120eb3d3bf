package io.parley.bench.contest;

import io.parley.negotiation.Mode;
import io.parley.transport.http.endpoint.HttpEndpointClient;
import java.net.URI;

/** A client of Parley without CXF, with one session on the stream, which all callers share. */
final class ParleyContestant implements Contestant {
    private static final String STREAM = "stream";

    private final Match match;
    private final HttpEndpointClient client;

    private ParleyContestant(Match match, HttpEndpointClient client) {
        this.match = match;
        this.client = client;
    }

    static Contestant connect(Match match, String address) {
        return new ParleyContestant(
                match,
                HttpEndpointClient.of(ParleySite.contract(match))
                        .mode(Mode.ALWAYS)
                        .channels(STREAM)
                        .open(URI.create(address)));
    }

    @Override
    public Caller caller() {
        return new SessionCaller();
    }

    @Override
    public void close() {
        client.close();
    }

    private final class SessionCaller implements Caller {
        private final Object request = match.request();
        private final Class<?> response = match.responseType();

        @Override
        public Object call() {
            return client.call(ParleySite.OPERATION, request, response);
        }

        @Override
        public void check() {
            match.check(call());
            String channel = client.channel().orElse("SOAP");
            if (!channel.equals(STREAM)) {
                throw new IllegalStateException("expected calls on the stream, found " + channel);
            }
        }
    }
}
