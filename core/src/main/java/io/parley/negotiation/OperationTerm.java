package io.parley.negotiation;

import java.util.List;

/**
 * What one operation has instead of the representations of all others.
 *
 * @param operation its qualified name: {@code {namespace}operation}
 * @param representations names, best first: in an answer the one that was chosen
 */
public record OperationTerm(String operation, List<String> representations) {
    public OperationTerm {
        representations = List.copyOf(representations);
    }
}
