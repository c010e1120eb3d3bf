package io.parley.bench.document;

import io.parley.binding.Parts;
import io.parley.binding.RecordBinding;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A document as XML in UTF-8, and its schema if it has one. Immutable. */
public final class Document {
    private final String name;
    private final byte[] xml;
    private final @Nullable Typed typed;

    Document(String name, byte[] xml, @Nullable Typed typed) {
        this.name = name;
        this.xml = xml;
        this.typed = typed;
    }

    /**
     * What a schema-bound form needs.
     *
     * @param binding ties the root to records
     * @param parts one part, the root
     */
    public record Typed(RecordBinding binding, Parts parts) {}

    /** Its name in results. */
    public String name() {
        return name;
    }

    /** Its text; each stream begins at its start. */
    public InputStream xml() {
        return new ByteArrayInputStream(xml);
    }

    /** How many bytes the text has. */
    public int bytes() {
        return xml.length;
    }

    /** The class that it belongs to. */
    public Size size() {
        return Size.of(xml.length);
    }

    /** Its schema, if it has one. */
    public Optional<Typed> typed() {
        return Optional.ofNullable(typed);
    }

    @Override
    public String toString() {
        return name;
    }
}
