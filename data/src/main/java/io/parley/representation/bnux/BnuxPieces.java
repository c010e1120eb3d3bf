package io.parley.representation.bnux;

import io.parley.binding.Parts;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.ObjectPool;
import io.parley.representation.Representation;
import io.parley.representation.Sink;
import io.parley.representation.Source;

/** The embedded form of {@code bnux}: pages in pieces, without a magic number. */
final class BnuxPieces implements Representation {
    private final ObjectPool<Workspace> readers = new ObjectPool<>(Workspace::new);
    private final ObjectPool<PageBuilder> writers = new ObjectPool<>(PageBuilder::new);

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

    @Override
    public ContentWriter newWriter(Sink sink, Parts parts) {
        return new PieceWriter(sink, writers);
    }

    @Override
    public ContentReader newReader(Source source, Parts parts) {
        return BnuxReader.ofPieces(source, readers);
    }
}
