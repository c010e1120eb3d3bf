package io.parley.representation.tdxml;

import io.parley.binding.Binding;
import io.parley.binding.Part;
import io.parley.binding.Parts;
import io.parley.layout.Slot;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Representations;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.function.Supplier;

/**
 * The representation {@code tdxml} (paper 000; docs/reference/tdxml.md): the message is XML as text, in which each part
 * with a codec is a table of keys and values; a part alone is nothing but its table. Thread-safe.
 */
public final class Tdxml implements Representation {
    private static final String AROUND = "xml";

    private final Supplier<Representation> xml;
    private final Map<Binding, PartNumbers> numbers = Collections.synchronizedMap(new WeakHashMap<>());

    /** For {@link java.util.ServiceLoader}: the text around tables is looked up when it is first needed. */
    public Tdxml() {
        this(Representations.later(AROUND, Tdxml.class.getClassLoader()));
    }

    /** With that representation around tables, which must be XML as text in UTF-8. */
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

    /** What has no layout has no table. */
    @Override
    public Optional<String> obstacle(Part part) {
        return part.isTyped() ? Optional.empty() : Optional.of("no table: " + part.reason());
    }

    Representation xml() {
        return xml.get();
    }

    /** The numbers of a typed part. */
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
