package io.parley.cli;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.binding.Parts;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/**
 * Converts a file from XML to another form or back, in pieces: neither document is held in memory as a whole by this
 * class.
 */
final class Conversion {
    private static final int CHUNK = 64 * 1024;

    private final Representation xml;
    private final Limits limits;

    Conversion(Representation xml, Limits limits) {
        this.xml = xml;
        this.limits = limits;
    }

    /** Encodes a file of XML in a form and returns the number of bytes written. */
    long encode(Path file, FileForm form, OutputStream out) throws IOException, XMLStreamException {
        return convert(file, out, (source, sink) -> {
            ContentReader in = xml.newReader(source, Parts.none());
            form.encode(in, sink);
            while (in.hasNext()) {
                in.next();
            }
            source.expectEnd("document");
        });
    }

    /** Decodes a file in a form to XML and returns the number of bytes written. */
    long decode(Path file, FileForm form, OutputStream out) throws IOException, XMLStreamException {
        return convert(file, out, (source, sink) -> {
            ContentWriter writer = xml.newWriter(sink, Parts.none());
            form.decode(source, writer);
            writer.close();
        });
    }

    private long convert(Path file, OutputStream out, Step step) throws IOException, XMLStreamException {
        long size = Files.size(file);
        if (size > limits.get(Limit.MESSAGE_BYTES)) {
            throw ParleyException.limit(Limit.MESSAGE_BYTES, limits.get(Limit.MESSAGE_BYTES), size, "file");
        }
        Sink sink = new Sink(UnpooledByteBufAllocator.DEFAULT, CHUNK, (chunk, last) -> write(chunk, out));
        try (InputStream in = Files.newInputStream(file);
                Source source = new Source(() -> read(in), size, limits)) {
            step.run(source, sink);
            sink.finish();
            return sink.written();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            sink.discard();
        }
    }

    private static void write(ByteBuf chunk, OutputStream out) {
        try {
            chunk.readBytes(out, chunk.readableBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            chunk.release();
        }
    }

    private static @Nullable ByteBuf read(InputStream in) {
        try {
            byte[] bytes = in.readNBytes(CHUNK);
            return bytes.length == 0 ? null : Unpooled.wrappedBuffer(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @FunctionalInterface
    private interface Step {
        void run(Source source, Sink sink) throws IOException, XMLStreamException;
    }
}
