package io.parley.recording;

import io.parley.binding.Parts;
import io.parley.context.ContentAddress;
import io.parley.context.Value;
import io.parley.schema.SchemaDocument;
import java.util.List;

/**
 * Terms of a session that a recorder needs.
 *
 * @param role {@code client} or {@code service}: the side that records
 * @param agreement identifier of the agreement
 * @param endpoint the service
 * @param representation the agreed representations
 * @param parts the agreed parts, by number
 * @param schemas sets of documents from which the layouts of the parts were derived
 */
public record SessionTerms(
        String role,
        String agreement,
        String endpoint,
        String representation,
        Parts parts,
        List<List<SchemaDocument>> schemas) {
    static final String MEDIA_TYPE = "application/xml";

    /** Returns all documents in their form in the store. */
    List<Value> contents() {
        return schemas.stream().flatMap(List::stream).map(SessionTerms::content).toList();
    }

    SessionDescription describe() {
        List<List<ContentAddress>> addresses = schemas.stream()
                .map(set -> set.stream()
                        .map(document -> content(document).address())
                        .toList())
                .toList();
        return SessionDescription.of(role, agreement, endpoint, representation, addresses, parts);
    }

    private static Value content(SchemaDocument document) {
        return Value.of(document.text(), MEDIA_TYPE);
    }
}
