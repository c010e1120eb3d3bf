package io.parley.recording;

import io.parley.binding.Part;
import io.parley.binding.Parts;
import io.parley.context.ContentAddress;
import io.parley.layout.ComplexLayout;
import io.parley.layout.Slot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Description of a session, sufficient, with the schemas in the store, to read its messages.
 *
 * @param role {@code client} or {@code service}: the side that recorded
 * @param agreement identifier of the agreement
 * @param endpoint the service, as named in the agreement
 * @param representation the agreed representations of messages
 * @param schemas sets of schema documents, each in the order in which they refer to each other
 * @param parts the agreed parts in the order of their numbers
 */
public record SessionDescription(
        String role,
        String agreement,
        String endpoint,
        String representation,
        List<List<ContentAddress>> schemas,
        List<PartDescription> parts) {
    /**
     * Agreed part.
     *
     * @param key in the form of offers and answers
     * @param element its element, {@code {namespace}local}
     * @param type name of its type if that is a named complex type, otherwise empty
     * @param fingerprint of its layout in hex; empty if it travels as infoset
     */
    public record PartDescription(String key, String element, String type, String fingerprint) {
        static PartDescription of(Part part) {
            return new PartDescription(
                    part.key().toString(),
                    part.element().toString(),
                    part.isTyped() ? typeName(part.layout()) : "",
                    part.isTyped() ? part.fingerprint() : "");
        }

        private static String typeName(Slot.@Nullable Element layout) {
            return layout != null && layout.type() instanceof ComplexLayout complex
                    ? complex.name().map(Object::toString).orElse("")
                    : "";
        }
    }

    public SessionDescription {
        schemas = schemas.stream().map(List::copyOf).toList();
        parts = List.copyOf(parts);
    }

    /** Creates a description of agreed parts. */
    static SessionDescription of(
            String role,
            String agreement,
            String endpoint,
            String representation,
            List<List<ContentAddress>> schemas,
            Parts parts) {
        return new SessionDescription(
                role,
                agreement,
                endpoint,
                representation,
                schemas,
                parts.list().stream().map(PartDescription::of).toList());
    }
}
