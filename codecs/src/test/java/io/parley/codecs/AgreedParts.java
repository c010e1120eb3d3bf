package io.parley.codecs;

import io.netty.buffer.ByteBuf;
import io.parley.Limits;
import io.parley.binding.Part;
import io.parley.binding.PartKey;
import io.parley.binding.Parts;
import io.parley.binding.RecordBinding;
import io.parley.layout.CanonicalText;
import io.parley.layout.Layout;
import io.parley.layout.Slot;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Sink;
import io.parley.representation.Sniff;
import io.parley.representation.Source;
import io.parley.schema.Schema;
import io.parley.schema.SchemaDocument;
import java.util.ArrayList;
import java.util.List;

/** A representation with the parts that two sides have agreed on, for tests that negotiate no parts. */
public record AgreedParts(Representation representation, Parts parts) implements Representation {

    /** Returns the representation with every global element of the documents as a part. */
    public static AgreedParts of(Representation representation, List<SchemaDocument> documents) {
        Layout layout = Layout.compile(Schema.derive(documents, Limits.defaults()));
        List<Part> parts = new ArrayList<>();
        for (Slot.Element element : layout.elements()) {
            parts.add(Part.typed(
                    new PartKey(element.name(), PartKey.Direction.IN, 0),
                    element,
                    RecordBinding.of(element),
                    CanonicalText.fingerprint(element)));
        }
        return new AgreedParts(representation, Parts.of(parts));
    }

    /** Returns the representation with every global element of the schema as a part. */
    public static AgreedParts of(Representation representation, String schema) {
        return of(representation, List.of(new SchemaDocument("schema.xsd", schema)));
    }

    @Override
    public String name() {
        return representation.name();
    }

    @Override
    public String toString() {
        return representation.name();
    }

    @Override
    public boolean isTyped() {
        return representation.isTyped();
    }

    @Override
    public boolean isEmbeddable() {
        return representation.isEmbeddable();
    }

    @Override
    public Sniff sniff(ByteBuf start) {
        return representation.sniff(start);
    }

    @Override
    public ContentWriter newWriter(Sink sink, Parts ignored) {
        return representation.newWriter(sink, parts);
    }

    @Override
    public ContentReader newReader(Source source, Parts ignored) {
        return representation.newReader(source, parts);
    }
}
