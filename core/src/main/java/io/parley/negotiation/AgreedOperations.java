package io.parley.negotiation;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Agreed terms of single operations.
 *
 * @param representations names of the representations that differ from the usual one, by operation; sorted
 * @param expendable the operations whose messages may be lost
 */
public record AgreedOperations(Map<String, String> representations, ExpendableOperations expendable) {
    /** Terms without exceptions: one representation, and no message may be lost. */
    public static final AgreedOperations ALIKE = new AgreedOperations(Map.of(), ExpendableOperations.NONE);

    public AgreedOperations {
        representations = Collections.unmodifiableMap(new TreeMap<>(representations));
    }
}
