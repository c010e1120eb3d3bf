package io.parley.bench.contest;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.bench.data.Workload;
import io.parley.endpoint.Contract;
import io.parley.negotiation.Mode;
import io.parley.transport.http.endpoint.HttpEndpoint;
import io.parley.transport.http.endpoint.HttpEndpointClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.List;

/** Parley's endpoint without CXF; clients find its stream through its URL. */
final class ParleySite implements Site {
    static final String OPERATION = "exchange";

    /** Session limit per principal: all clients of a match are the same principal. */
    private static final int MOST_SESSIONS = 20_000;

    private final HttpEndpoint endpoint;

    private ParleySite(HttpEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    static Site start(Match match) throws IOException {
        Object ready = match.workload().object();
        // The handler only returns existing objects, so it may run on the thread that receives the message.
        return new ParleySite(HttpEndpoint.serve(contract(match))
                .on(OPERATION, match.requestType(), request -> match.answer(request, ready))
                .nonBlocking(OPERATION)
                .limits(Limits.defaults().with(Limit.SESSIONS_PER_PRINCIPAL, MOST_SESSIONS))
                .advertise(match.door().host())
                .start(0));
    }

    static Contract contract(Match match) {
        Contract contract = Contract.builder(Workload.NAMESPACE)
                .operation(OPERATION, match.requestType(), match.responseType())
                .build();
        if (!contract.untyped().isEmpty()) {
            throw new IllegalStateException("not everything would travel typed: " + contract.untyped());
        }
        return contract;
    }

    @Override
    public String address() {
        return endpoint.url().toString();
    }

    @Override
    public List<Integer> ports() {
        return List.of(endpoint.url().getPort(), endpoint.streamPort());
    }

    @Override
    public void close() {
        endpoint.close();
    }

    /** A client of Parley without CXF; all callers share one session on the stream. */
    static final class Clients implements Contestant {
        private static final String STREAM = "stream";
        /** Negotiates for all clients: each HTTP client has a thread and four file descriptors. */
        private static final HttpClient HTTP = HttpClient.newHttpClient();

        private final Match match;
        private final HttpEndpointClient client;

        private Clients(Match match, HttpEndpointClient client) {
            this.match = match;
            this.client = client;
        }

        static Contestant connect(Match match, String address) {
            return new Clients(
                    match,
                    HttpEndpointClient.of(contract(match))
                            .mode(Mode.ALWAYS)
                            .channels(STREAM)
                            .http(HTTP)
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
                return client.call(OPERATION, request, response);
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
}
