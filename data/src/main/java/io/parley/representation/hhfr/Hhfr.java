package io.parley.representation.hhfr;

import io.parley.binding.Parts;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Representations;
import io.parley.representation.SinglePartCodec;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.util.function.Supplier;

/**
 * The representation {@code hhfr} (the HHFR paper; docs/reference/hhfr.md): parts with a codec are encoded as records
 * according to their layout; everything around them, and untypable content inside them, as infoset. Thread-safe.
 */
public final class Hhfr implements Representation {
    private static final String INFOSET = "bnux";

    private final Supplier<Representation> infoset;
    private final SinglePartCodec codec;

    /**
     * Creates the representation for {@link java.util.ServiceLoader}. The infoset representation is looked up on first
     * use.
     */
    public Hhfr() {
        this(Representations.later(INFOSET, Hhfr.class.getClassLoader()));
    }

    /** Creates the representation with that infoset representation. Both sides must use the same one. */
    public Hhfr(Representation infoset) {
        this(() -> infoset);
    }

    private Hhfr(Supplier<Representation> infoset) {
        this.infoset = infoset;
        this.codec = new HhfrSinglePartCodec(infoset);
    }

    @Override
    public String name() {
        return "hhfr";
    }

    @Override
    public boolean isTyped() {
        return true;
    }

    @Override
    public boolean isEmbeddable() {
        return false;
    }

    @Override
    public ContentWriter newWriter(Sink sink, Parts parts) {
        return new HhfrWriter(sink, parts, infoset.get().embedded());
    }

    @Override
    public ContentReader newReader(Source source, Parts parts) {
        return new HhfrReader(source, parts, infoset.get().embedded());
    }

    @Override
    public SinglePartCodec singlePartCodec() {
        return codec;
    }
}
