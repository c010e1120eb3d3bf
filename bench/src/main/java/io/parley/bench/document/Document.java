package io.parley.bench.document;

import io.parley.binding.Parts;
import io.parley.binding.RecordBinding;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A document as XML in UTF-8, with its schema if it has one. Immutable. */
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
     * The binding and the part that a schema-bound form needs.
     *
     * @param binding binds the root to records
     * @param parts one part, the root
     */
    public record Typed(RecordBinding binding, Parts parts) {}

    /** Returns the name in results. */
    public String name() {
        return name;
    }

    /** Returns a new stream of the text, from its start. */
    public InputStream xml() {
        return new ByteArrayInputStream(xml);
    }

    /** Returns the length of the text in bytes. */
    public int bytes() {
        return xml.length;
    }

    /** Returns the size class. */
    public Size size() {
        return Size.of(xml.length);
    }

    /** Returns the binding to the schema, if the document has one. */
    public Optional<Typed> typed() {
        return Optional.ofNullable(typed);
    }

    @Override
    public String toString() {
        return name;
    }
}
