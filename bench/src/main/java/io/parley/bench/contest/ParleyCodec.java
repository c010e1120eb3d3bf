package io.parley.bench.contest;

import io.parley.bench.data.Workload;
import io.parley.bench.form.Chunks;
import io.parley.bench.form.OnePart;
import io.parley.representation.Source;
import java.io.IOException;
import javax.xml.stream.XMLStreamException;

/**
 * The representation {@code hhfr} alone: a typed part to and from chunks of pooled memory, like those of the stream.
 */
final class ParleyCodec<T> implements Codec {
    private final Chunks chunks = new Chunks();
    private final T value;
    private final OnePart<T> part;

    private ParleyCodec(T value, OnePart<T> part) {
        this.value = value;
        this.part = part;
    }

    static Codec of(Workload workload) {
        return of(workload.kind().type(), workload.object());
    }

    private static <T> Codec of(Class<T> type, Object value) {
        return new ParleyCodec<>(type.cast(value), OnePart.of("hhfr", type));
    }

    @Override
    public long encode() throws IOException {
        try {
            return chunks.write(sink -> part.write(value, sink));
        } catch (XMLStreamException e) {
            throw new IOException("hhfr cannot write " + value.getClass(), e);
        }
    }

    @Override
    public Object decode() throws IOException {
        try (Source source = chunks.open()) {
            return part.read(source);
        } catch (XMLStreamException e) {
            throw new IOException("hhfr cannot read " + value.getClass(), e);
        }
    }

    @Override
    public void close() {
        chunks.release();
    }
}
