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
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;

/** Parley's endpoint without CXF; clients find its stream through its URL. */
final class ParleySite {
    private static final String OPERATION = "exchange";
    private static final String STREAM = "stream";
    /** Session limit per principal: all clients of a match are the same principal. */
    private static final int MOST_SESSIONS = 20_000;
    /** Negotiates for all clients: each HTTP client has a thread and four file descriptors. */
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private ParleySite() {}

    static Site start(Match match) throws IOException {
        Object ready = match.workload().object();
        // The handler only returns existing objects, so it may run on the thread that receives the message.
        HttpEndpoint endpoint = HttpEndpoint.serve(contract(match))
                .on(OPERATION, match.requestType(), request -> match.answer(request, ready))
                .nonBlocking(OPERATION)
                .limits(Limits.defaults().with(Limit.SESSIONS_PER_PRINCIPAL, MOST_SESSIONS))
                .advertise(match.door().host())
                .start(0);
        return new Site(endpoint.url().toString(), List.of(endpoint.url().getPort(), endpoint.streamPort()), endpoint);
    }

    private static Contract contract(Match match) {
        Contract contract = Contract.builder(Workload.NAMESPACE)
                .operation(OPERATION, match.requestType(), match.responseType())
                .build();
        if (!contract.untyped().isEmpty()) {
            throw new IllegalStateException("not everything would travel typed: " + contract.untyped());
        }
        return contract;
    }

    /** Connects a client of Parley without CXF; all callers share one session on the stream. */
    static Contestant connect(Match match, String address) {
        HttpEndpointClient client = HttpEndpointClient.of(contract(match))
                .mode(Mode.ALWAYS)
                .channels(STREAM)
                .http(HTTP)
                .open(URI.create(address));
        Object request = match.request();
        Class<?> response = match.responseType();
        Callable<Object> call = () -> client.call(OPERATION, request, response);
        UnaryOperator<Object> streamed = answer -> {
            String channel = client.channel().orElse("SOAP");
            if (!channel.equals(STREAM)) {
                throw new IllegalStateException("expected calls on the stream, found " + channel);
            }
            return answer;
        };
        return new Contestant(() -> Caller.of(match, call, streamed, () -> {}), client);
    }
}
