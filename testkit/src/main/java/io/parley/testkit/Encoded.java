package io.parley.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.Limits;
import io.parley.binding.Parts;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamException;

/** An encoded message, which can be read in other pieces than it was written in. */
public final class Encoded {
    /** Allocator outside Netty's leak tracking: this class counts its buffers itself, and tests make millions. */
    private static final ByteBufAllocator ALLOCATOR = new UnpooledByteBufAllocator(false);

    private final Representation representation;
    private final byte[] bytes;

    private Encoded(Representation representation, byte[] bytes) {
        this.representation = representation;
        this.bytes = bytes;
    }

    /** A function that reads a message. */
    @FunctionalInterface
    public interface Reading<T> {
        T read(ContentReader reader) throws XMLStreamException;
    }

    /** Encodes content with a representation, in chunks of {@code chunkBytes}. */
    public static Encoded of(Representation representation, Infoset.Content content, int chunkBytes)
            throws XMLStreamException {
        var bytes = new ByteArrayOutputStream();
        var sink = new Sink(ALLOCATOR, chunkBytes, (chunk, last) -> {
            byte[] piece = ByteBufUtil.getBytes(chunk);
            bytes.write(piece, 0, piece.length);
            chunk.release();
        });
        try {
            ContentWriter writer = representation.newWriter(sink, Parts.none());
            content.writeTo(writer);
            writer.close();
            sink.finish();
        } finally {
            sink.discard();
        }
        return new Encoded(representation, bytes.toByteArray());
    }

    /** Wraps bytes that claim to be content of that representation. */
    public static Encoded of(Representation representation, byte[] bytes) {
        return new Encoded(representation, bytes);
    }

    /** Returns the bytes as they were written; not a copy. */
    public byte[] bytes() {
        return bytes;
    }

    Encoded with(byte[] other) {
        return new Encoded(representation, other);
    }

    /** Reads the message in one chunk. */
    public <T> T read(Limits limits, Reading<T> reading) throws XMLStreamException {
        return read(limits, Integer.MAX_VALUE, bytes.length, reading);
    }

    /**
     * Reads the message in chunks and checks that each of them was released, whatever happened.
     *
     * @param declared the total length that the message claims to have
     */
    <T> T read(Limits limits, int chunkBytes, long declared, Reading<T> reading) throws XMLStreamException {
        List<ByteBuf> chunks = chunks(chunkBytes);
        var rest = chunks.iterator();
        try (var source = new Source(() -> rest.hasNext() ? rest.next() : null, declared, limits)) {
            T result = reading.read(representation.newReader(source, Parts.none()));
            source.expectEnd("message");
            return result;
        } finally {
            assertThat(chunks).as("chunks that were released").allMatch(chunk -> chunk.refCnt() == 0);
        }
    }

    private List<ByteBuf> chunks(int chunkBytes) {
        List<ByteBuf> chunks = new ArrayList<>();
        for (int at = 0; at < bytes.length; at += Math.min(chunkBytes, bytes.length - at)) {
            int length = Math.min(chunkBytes, bytes.length - at);
            chunks.add(ALLOCATOR.buffer(length).writeBytes(bytes, at, length));
        }
        return chunks;
    }
}
