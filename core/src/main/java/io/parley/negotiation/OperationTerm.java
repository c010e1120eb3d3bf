package io.parley.negotiation;

import java.util.List;

/**
 * Representations of one operation that differ from those of all others.
 *
 * @param operation its qualified name: {@code {namespace}operation}
 * @param representations names, best first: in an answer the one that was chosen
 */
public record OperationTerm(String operation, List<String> representations) {
    public OperationTerm {
        representations = List.copyOf(representations);
    }

    /** The representations for an operation: its own among these, else those of all others. */
    static List<String> representations(List<OperationTerm> terms, String operation, List<String> others) {
        return terms.stream()
                .filter(each -> each.operation().equals(operation))
                .findFirst()
                .map(OperationTerm::representations)
                .orElse(others);
    }
}
