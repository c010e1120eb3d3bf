package io.parley.codecs.fastinfoset;

import io.netty.buffer.ByteBuf;
import io.parley.binding.Parts;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.ObjectPool;
import io.parley.representation.Representation;
import io.parley.representation.Sink;
import io.parley.representation.Sniff;
import io.parley.representation.Source;

/**
 * Representation {@code fastinfoset}: ITU-T X.891 (ISO/IEC 24824-1) (docs/reference/fastinfoset.md). It preserves
 * prefixes, declarations, CDATA sections and the boundaries of text. A reader first reads the whole message and
 * consumes all of the source. Thread-safe.
 */
public final class FastInfoset implements Representation {
    private final ObjectPool<Parser> parsers = new ObjectPool<>(Parser::new);
    private final ObjectPool<FastInfosetWriter.Encoding> encoders = new ObjectPool<>(FastInfosetWriter.Encoding::new);

    @Override
    public String name() {
        return "fastinfoset";
    }

    @Override
    public boolean isTyped() {
        return false;
    }

    /** {@inheritDoc} Always false: a parser needs the whole message. */
    @Override
    public boolean isEmbeddable() {
        return false;
    }

    @Override
    public Sniff sniff(ByteBuf start) {
        int known = Math.min(ItemScan.MAGIC.length, start.readableBytes());
        for (int i = 0; i < known; i++) {
            if (start.getByte(start.readerIndex() + i) != ItemScan.MAGIC[i]) {
                return Sniff.NO;
            }
        }
        return known < ItemScan.MAGIC.length ? Sniff.MORE : Sniff.YES;
    }

    @Override
    public ContentWriter newWriter(Sink sink, Parts parts) {
        return new FastInfosetWriter(sink, encoders);
    }

    @Override
    public ContentReader newReader(Source source, Parts parts) {
        return new FastInfosetReader(source, parsers);
    }
}
