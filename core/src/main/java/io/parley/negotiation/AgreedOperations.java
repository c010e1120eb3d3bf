package io.parley.negotiation;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What was agreed of single operations.
 *
 * @param representations of those with another one than the usual one, its name by the operation's; sorted
 * @param expendable those whose messages may be lost
 */
public record AgreedOperations(Map<String, String> representations, ExpendableOperations expendable) {
    /** All operations have the same representation, and no message may be lost. */
    public static final AgreedOperations ALIKE = new AgreedOperations(Map.of(), ExpendableOperations.NONE);

    public AgreedOperations {
        representations = Collections.unmodifiableMap(new TreeMap<>(representations));
    }
}
