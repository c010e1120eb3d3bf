package io.parley.representation.hhfr;

import io.parley.binding.Parts;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.LonePart;
import io.parley.representation.Representation;
import io.parley.representation.Representations;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.util.function.Supplier;

/**
 * The representation {@code hhfr} (the HHFR paper; docs/reference/hhfr.md): parts with a codec travel as records that follow
 * their layout, everything around and inside them that has none as infoset. Thread-safe.
 */
public final class Hhfr implements Representation {
    private static final String AROUND = "bnux";

    private final Supplier<Representation> infoset;
    private final LonePart lone;

    /**
     * Constructor for {@link java.util.ServiceLoader}: the infoset around typed parts is looked up when it is first
     * needed.
     */
    public Hhfr() {
        this(Representations.later(AROUND, Hhfr.class.getClassLoader()));
    }

    /** Creates the representation with that infoset representation around typed parts. Both sides must use the same. */
    public Hhfr(Representation infoset) {
        this(() -> infoset);
    }

    private Hhfr(Supplier<Representation> infoset) {
        this.infoset = infoset;
        this.lone = new LoneRecord(infoset);
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
    public LonePart lonePart() {
        return lone;
    }
}
