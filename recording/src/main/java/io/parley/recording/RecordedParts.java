package io.parley.recording;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.binding.Part;
import io.parley.binding.PartKey;
import io.parley.binding.Parts;
import io.parley.binding.RecordBindings;
import io.parley.context.ContentAddress;
import io.parley.context.Value;
import io.parley.layout.CanonicalText;
import io.parley.layout.Layout;
import io.parley.layout.Slot;
import io.parley.layout.TypeLayout;
import io.parley.recording.SessionDescription.PartDescription;
import io.parley.schema.Schema;
import io.parley.schema.SchemaDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.namespace.QName;

/** Agreed parts of a recorded session, bound to records; derived from the schemas in the store only. */
final class RecordedParts {
    private final CheckpointStore store;
    private final Limits limits;

    RecordedParts(CheckpointStore store, Limits limits) {
        this.store = store;
        this.limits = limits;
    }

    /**
     * Returns the parts of a session, by number.
     *
     * @throws ParleyException {@code CONTEXT_UNAVAILABLE} if the store lacks a schema, {@code CONTENT_MISMATCH} if a
     *     derived layout differs from the recorded one
     */
    Parts of(SessionDescription session) {
        List<Layout> layouts = session.schemas().stream().map(this::layout).toList();
        RecordBindings bindings = new RecordBindings();
        List<Part> parts = new ArrayList<>();
        for (PartDescription described : session.parts()) {
            parts.add(part(described, layouts, bindings));
        }
        return Parts.of(parts);
    }

    private Layout layout(List<ContentAddress> set) {
        List<SchemaDocument> documents = new ArrayList<>();
        for (ContentAddress address : set) {
            documents.add(new SchemaDocument("schema-" + (documents.size() + 1) + ".xsd", text(address)));
        }
        return Layout.compile(Schema.derive(documents, limits), limits);
    }

    private String text(ContentAddress address) {
        return store.document(address)
                .map(Value::text)
                .orElseThrow(() -> new ParleyException(
                        ErrorCode.CONTEXT_UNAVAILABLE,
                        "schema of a recorded session: expected " + address.uri()
                                + " in the store, found none; use the store that the recorder had"));
    }

    private static Part part(PartDescription described, List<Layout> layouts, RecordBindings bindings) {
        PartKey key = PartKey.parse(described.key());
        QName element = name(described.element());
        if (described.fingerprint().isEmpty()) {
            return Part.infoset(key, element, "it travelled as infoset");
        }
        Slot.Element layout = layouts.stream()
                .flatMap(candidate -> candidates(candidate, element, described.type()))
                .filter(candidate -> CanonicalText.fingerprint(candidate).equals(described.fingerprint()))
                .findFirst()
                .orElseThrow(() -> new ParleyException(
                        ErrorCode.CONTENT_MISMATCH,
                        "part " + key + ": expected a layout with the fingerprint " + described.fingerprint()
                                + " in the schemas of its session, found none"));
        return Part.typed(key, layout, bindings.bind(layout), described.fingerprint());
    }

    /**
     * Returns the elements that may be the part: a global element, or, as in rpc/literal, an element of a type in the
     * schema, by the type's name or, without a name, any type.
     */
    private static Stream<Slot.Element> candidates(Layout layout, QName element, String type) {
        Optional<Slot.Element> named = type.isEmpty() ? Optional.empty() : layout.part(element, name(type));
        Stream<TypeLayout> others = type.isEmpty() ? layout.types().stream() : Stream.empty();
        return Stream.of(
                        layout.element(element).stream(),
                        named.stream(),
                        others.map(other -> new Slot.Element(element, other, false)))
                .flatMap(stream -> stream);
    }

    private static QName name(String text) {
        try {
            return QName.valueOf(text);
        } catch (IllegalArgumentException e) {
            throw new ParleyException(
                    ErrorCode.MALFORMED_MESSAGE, "description of a session: expected a name, found other text", e);
        }
    }
}
