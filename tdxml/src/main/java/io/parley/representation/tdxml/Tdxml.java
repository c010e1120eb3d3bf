package io.parley.representation.tdxml;

import io.parley.binding.Binding;
import io.parley.binding.Part;
import io.parley.binding.Parts;
import io.parley.layout.Slot;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.ObjectPool;
import io.parley.representation.Representation;
import io.parley.representation.Representations;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Representation {@code tdxml} (the TDXML paper; docs/reference/tdxml.md): the message is XML text, in which each typed
 * part is a table of keys and values; a single part is only its table. Thread-safe.
 */
public final class Tdxml implements Representation {
    private static final String AROUND = "xml";
    /** Sufficient for most tables. */
    private static final int TABLE_BYTES = 4 * 1024;

    private final Supplier<Representation> xml;
    private final Map<Binding, PartNumbers> numbers = Collections.synchronizedMap(new WeakHashMap<>());
    private final Map<Parts, AgreedTables> tables = Collections.synchronizedMap(new WeakHashMap<>());
    private final ObjectPool<byte[]> memory = new ObjectPool<>(() -> new byte[TABLE_BYTES]);
    private volatile @Nullable Known last;

    /**
     * Called by {@link java.util.ServiceLoader}; the representation of the text around tables is looked up on first
     * use.
     */
    public Tdxml() {
        this(Representations.later(AROUND, Tdxml.class.getClassLoader()));
    }

    /** Creates the representation with another one for the text around tables, which must be XML in UTF-8. */
    public Tdxml(Representation xml) {
        this(() -> xml);
    }

    private Tdxml(Supplier<Representation> xml) {
        this.xml = xml;
    }

    @Override
    public String name() {
        return "tdxml";
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
        return new TdxmlWriter(sink, parts, this);
    }

    @Override
    public ContentReader newReader(Source source, Parts parts) {
        return new TdxmlReader(source, parts, this);
    }

    /** {@inheritDoc} A part without a layout has no table. */
    @Override
    public Optional<String> obstacle(Part part) {
        return part.isTyped() ? Optional.empty() : Optional.of("no table: " + part.reason());
    }

    /** Returns the pool of arrays into which tables are read; they contain bytes of earlier messages. */
    ObjectPool<byte[]> memory() {
        return memory;
    }

    /** Returns the shared properties of these parts' tables. */
    AgreedTables tables(Parts parts) {
        Known known = last;
        if (known == null || !known.parts.refersTo(parts)) {
            known = new Known(
                    new WeakReference<>(parts), tables.computeIfAbsent(parts, each -> new AgreedTables(each, this)));
            last = known;
        }
        return known.tables;
    }

    /** Tables of the parts used last; does not keep the parts alive. */
    private record Known(WeakReference<Parts> parts, AgreedTables tables) {}

    Representation xml() {
        return xml.get();
    }

    /** Returns the numbers of a typed part. */
    PartNumbers numbers(Part part) {
        Slot.Element layout = part.layout();
        Binding binding = part.binding();
        if (layout == null || binding == null) {
            throw new IllegalArgumentException(part.key() + " is not typed");
        }
        PartNumbers known = numbers.get(binding);
        if (known == null) {
            known = PartNumbers.of(layout);
            numbers.put(binding, known);
        }
        return known;
    }
}
