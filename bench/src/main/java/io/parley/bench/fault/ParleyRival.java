package io.parley.bench.fault;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.bench.data.Beans;
import io.parley.bench.data.Beans.Blob;
import io.parley.endpoint.Contract;
import io.parley.transport.http.endpoint.HttpEndpoint;
import io.parley.transport.http.endpoint.HttpEndpointClient;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** Parley without CXF: an endpoint at a URL, with resumable sessions. */
final class ParleyRival implements Rival {
    private static final String EXCHANGE = "exchange";

    private static final Limits LIMITS = Limits.defaults().with(Limit.KEEP_ALIVE_MILLIS, KEEP_ALIVE_MILLIS);

    private final Contract contract = Contract.builder("urn:parley:bench:faults")
            .operation(EXCHANGE, Blob.class, Blob.class)
            .build();

    @Override
    public String setUp() {
        return "`HttpEndpoint` and `HttpEndpointClient`, `resumable()`, keep-alive of 6 s";
    }

    @Override
    public AutoCloseable serve(Place place, UnaryOperator<byte[]> work) throws IOException {
        return HttpEndpoint.serve(contract)
                .on(EXCHANGE, Blob.class, request -> Beans.of(Blob.class, work.apply(request.value)))
                .resumable()
                .limits(LIMITS)
                .host(Place.SERVER)
                .advertise(Place.FRONT)
                .streamPort(place.second())
                .start(place.port());
    }

    @Override
    public Client connect(Place place) {
        HttpEndpointClient client = HttpEndpointClient.of(contract)
                .resumable()
                .limits(LIMITS)
                .timeout(Duration.ofMillis(FaultClient.PATIENCE_MILLIS))
                .open(URI.create("http://" + Place.FRONT + ":" + place.port() + "/"));
        return new BlockingCalls(
                request -> client.call(EXCHANGE, Beans.of(Blob.class, request), Blob.class).value, client);
    }
}
