package io.parley.bench.retail;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.Limits;
import io.parley.bench.document.Update;
import io.parley.bench.form.Chunks;
import io.parley.bench.form.OnePart;
import io.parley.representation.Source;
import java.nio.charset.StandardCharsets;
import javax.xml.stream.XMLStreamException;

/**
 * Converts messages of the TDXML paper to TDXML in a string, as an application would put into a SOAP message, and back.
 * Thread-safe.
 */
final class Tables {
    private final OnePart<Update> part = OnePart.of("tdxml", Update.class);

    OnePart<Update> part() {
        return part;
    }

    String write(Update value) {
        Chunks chunks = new Chunks();
        try {
            chunks.write(sink -> part.write(value, sink));
            try (Source source = chunks.open()) {
                byte[] bytes = new byte[(int) source.remaining()];
                source.readBytes(bytes, 0, bytes.length);
                return new String(bytes, StandardCharsets.UTF_8);
            }
        } catch (XMLStreamException e) {
            throw new IllegalStateException("a message cannot be written", e);
        } finally {
            chunks.release();
        }
    }

    Update read(String text) {
        ByteBuf bytes = Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.UTF_8));
        try (Source source = Source.of(bytes, Limits.defaults())) {
            return part.read(source);
        } catch (XMLStreamException e) {
            throw new IllegalStateException("a message cannot be read", e);
        }
    }
}
