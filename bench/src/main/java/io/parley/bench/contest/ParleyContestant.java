package io.parley.bench.contest;

import io.parley.bench.data.Workload;
import io.parley.endpoint.Contract;
import io.parley.transport.stream.endpoint.StreamClient;
import io.parley.transport.stream.endpoint.StreamEndpoint;
import java.io.IOException;
import java.util.List;

/** Parley without CXF: a {@link StreamEndpoint} and one session to it, which all callers share. */
final class ParleyContestant implements Contestant {
    private static final String OPERATION = "exchange";

    private final Match match;
    private final StreamEndpoint endpoint;
    private final StreamClient client;

    private ParleyContestant(Match match, StreamEndpoint endpoint, StreamClient client) {
        this.match = match;
        this.endpoint = endpoint;
        this.client = client;
    }

    static Contestant start(Match match) throws IOException {
        Contract contract = Contract.builder(Workload.NAMESPACE)
                .operation(OPERATION, match.requestType(), match.responseType())
                .build();
        if (!contract.untyped().isEmpty()) {
            throw new IllegalStateException("not everything would travel typed: " + contract.untyped());
        }
        Object ready = match.workload().object();
        // The handler only hands on what it has, so it may run where a message comes.
        StreamEndpoint endpoint = StreamEndpoint.serve(contract)
                .on(OPERATION, match.requestType(), request -> match.answer(request, ready))
                .nonBlocking(OPERATION)
                .advertise(match.door().host())
                .start(0);
        return Contestant.behind(
                match.door(),
                List.of(endpoint.port()),
                endpoint::close,
                () -> new ParleyContestant(
                        match, endpoint, StreamClient.of(contract).open(endpoint.invite("bench"))));
    }

    @Override
    public Caller caller() {
        return new StreamCaller();
    }

    @Override
    public void close() {
        client.close();
        endpoint.close();
    }

    private final class StreamCaller implements Caller {
        private final Object request = match.request();
        private final Class<?> response = match.responseType();

        @Override
        public Object call() {
            return client.call(OPERATION, request, response);
        }

        @Override
        public void check() {
            match.check(call());
        }
    }
}
