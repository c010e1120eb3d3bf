package io.parley.representation.bnux;

import io.netty.buffer.ByteBuf;
import io.parley.binding.Parts;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.ObjectPool;
import io.parley.representation.Representation;
import io.parley.representation.Sink;
import io.parley.representation.Sniff;
import io.parley.representation.Source;
import java.util.zip.Deflater;

/**
 * The representation {@code bnux}: binary infoset that preserves Canonical XML, data version 7 of the bnux paper, as
 * Nux 1.6 writes it (docs/reference/bnux.md). CDATA sections are read back as text, and redundant namespace
 * declarations are dropped. Readers accept every compression level. The reader leaves the source right after the last
 * page; the owner of the source checks that nothing follows.
 */
public final class Bnux implements Representation {
    private final int level;
    private final boolean documents;
    private final ObjectPool<Workspace> readers = new ObjectPool<>(Workspace::new);
    private final ObjectPool<PageBuilder> writers = new ObjectPool<>(PageBuilder::new);
    private final Representation pieces = new BnuxPieces();

    /**
     * Creates the representation for messages: level 0, without document types. Flushing a writer does not end its
     * page.
     */
    public Bnux() {
        this(0, false);
    }

    private Bnux(int level, boolean documents) {
        this.level = level;
        this.documents = documents;
    }

    /**
     * Creates the representation for whole documents, as in files. Document types are preserved as four strings that
     * are never resolved, and flushing a writer inside the root ends its page.
     *
     * @param level compression level of pages: 0 for none, or 1 to 9 for deflate
     */
    public static Bnux forDocuments(int level) {
        if (level < Deflater.NO_COMPRESSION || level > Deflater.BEST_COMPRESSION) {
            throw new IllegalArgumentException("expected a level from 0 to 9, found " + level);
        }
        return new Bnux(level, true);
    }

    @Override
    public String name() {
        return "bnux";
    }

    @Override
    public boolean isTyped() {
        return false;
    }

    @Override
    public boolean isEmbeddable() {
        return true;
    }

    /** Returns the form with pages in pieces, between which other encoders write. */
    @Override
    public Representation embedded() {
        return pieces;
    }

    @Override
    public Sniff sniff(ByteBuf start) {
        int known = Math.min(Integer.BYTES, start.readableBytes());
        for (int i = 0; i < known; i++) {
            int expected = Format.MAGIC >>> (Byte.SIZE * (Integer.BYTES - 1 - i)) & 0xFF;
            if (start.getUnsignedByte(start.readerIndex() + i) != expected) {
                return Sniff.NO;
            }
        }
        return known < Integer.BYTES ? Sniff.MORE : Sniff.YES;
    }

    @Override
    public ContentWriter newWriter(Sink sink, Parts parts) {
        return new BnuxWriter(sink, level, documents, writers);
    }

    @Override
    public ContentReader newReader(Source source, Parts parts) {
        return BnuxReader.ofPages(source, documents, readers);
    }
}
