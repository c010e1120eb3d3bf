package io.parley.bench.contest;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.bench.data.Workload;
import io.parley.endpoint.Contract;
import io.parley.transport.http.endpoint.HttpEndpoint;
import java.io.IOException;
import java.util.List;

/** Parley's endpoint without CXF, whose URL leads to its stream. */
final class ParleySite implements Site {
    static final String OPERATION = "exchange";

    /** All clients of a match are one principal. */
    private static final int MOST_SESSIONS = 20_000;

    private final HttpEndpoint endpoint;

    private ParleySite(HttpEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    static Site start(Match match) throws IOException {
        Object ready = match.workload().object();
        // The handler only hands on what it has, so it may run where a message comes.
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
}
