package io.parley.bench.transaction;

import io.parley.bench.data.Beans.Payload;
import io.parley.bench.data.Serialized;
import io.parley.bench.data.Workload;
import jakarta.jws.WebService;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Generates a payload for each request and records the times. */
@WebService(
        endpointInterface = "io.parley.bench.transaction.PayloadPort",
        targetNamespace = Workload.NAMESPACE,
        serviceName = "PayloadService")
public final class PayloadService implements PayloadPort {
    private final Marks marks;

    PayloadService(Marks marks) {
        this.marks = marks;
    }

    @Override
    public Payload normal(int items) {
        marks.set(Marks.Mark.CALLED);
        Payload payload = Payload.of(items);
        marks.set(Marks.Mark.GENERATED);
        return payload;
    }

    @Override
    public byte[] serialized(int items) {
        Payload payload = normal(items);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            Serialized.write(payload, bytes);
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException("a payload in memory could not be written", e);
        } finally {
            marks.set(Marks.Mark.SERIALIZED);
        }
    }
}
