package io.parley.codecs.fastinfoset;

import io.netty.buffer.ByteBuf;
import io.parley.binding.Parts;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Shelf;
import io.parley.representation.Sink;
import io.parley.representation.Sniff;
import io.parley.representation.Source;

/**
 * The representation {@code fastinfoset}: ITU-T X.891 (ISO/IEC 24824-1), as docs/reference/fastinfoset.md says. It keeps
 * prefixes, declarations, CDATA sections and the boundaries of text. A reader has the whole message before it begins, and
 * leaves nothing of the source unread. Thread-safe.
 */
public final class FastInfoset implements Representation {
    private final Shelf<Parser> parsers = new Shelf<>(Parser::new);
    private final Shelf<FastInfosetWriter.Encoding> encoders = new Shelf<>(FastInfosetWriter.Encoding::new);

    @Override
    public String name() {
        return "fastinfoset";
    }

    @Override
    public boolean isTyped() {
        return false;
    }

    /** Returns false: a parser has the whole message. */
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
