package io.parley.bench.transaction;

import io.parley.bench.contest.CxfClient;
import io.parley.bench.data.Beans.Payload;
import io.parley.bench.data.Contents;
import io.parley.bench.data.Serialized;
import io.parley.bench.transaction.Marks.Mark;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Map;

/** The client of one series, with its own bus. Used by one thread. */
final class Visitor implements AutoCloseable {
    /** Selects HttpURLConnection: CXF's default HTTP client is slower for large content. */
    private static final String URL_CONNECTION = "force.urlconnection.http.conduit";

    private final Lane lane;
    private final CxfClient<PayloadPort> client;
    private final Marks marks = new Marks();
    private final Effort effort = new Effort();

    Visitor(Lane lane, int httpPort, String broker) {
        this.lane = lane;
        this.client = CxfClient.open(
                PayloadPort.class,
                lane.address(httpPort),
                lane.settings(),
                lane.features(broker),
                Map.of(URL_CONNECTION, true));
        marks.noteArrivals(client.client());
    }

    /** Checks that the response is the generated payload. */
    void check(int items) throws IOException {
        if (!Contents.equal(Payload.of(items), fetch(items))) {
            throw new IOException(lane.name() + " answered with another payload");
        }
    }

    /** Discards the previous transaction and begins a measurement. */
    void begin() {
        marks.clear();
        effort.begin();
    }

    /** Returns the client's figures of the transaction since {@link #begin}. */
    Map<String, Double> end() throws IOException {
        Effort.Spent spent = effort.end();
        double response = marks.between(Mark.RECEIVED, Mark.READY);
        return Map.of(
                Figures.CLIENT_RESPONSE,
                response,
                Figures.DESERIALIZATION,
                lane.form().isSerialized() ? marks.between(Mark.CALLED, Mark.READY) : response,
                Figures.CLIENT_CPU,
                spent.cost().processor(),
                Figures.CLIENT_ALLOCATION,
                spent.cost().bytes(),
                Figures.CLIENT_PAUSES,
                spent.pausedMicros());
    }

    /** Performs a transaction. */
    Payload fetch(int items) throws IOException {
        Payload payload;
        if (lane.form().isSerialized()) {
            byte[] bytes = client.proxy().serialized(items);
            marks.set(Mark.CALLED);
            payload = (Payload) Serialized.read(new ByteArrayInputStream(bytes));
        } else {
            payload = client.proxy().normal(items);
        }
        marks.set(Mark.READY);
        return payload;
    }

    @Override
    public void close() {
        effort.close();
        client.close();
    }
}
