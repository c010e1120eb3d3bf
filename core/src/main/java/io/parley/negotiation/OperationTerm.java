package io.parley.negotiation;

import java.util.List;

/**
 * Terms of one operation that differ from those of all others.
 *
 * @param operation its qualified name: {@code {namespace}operation}
 * @param representations names, best first; in an answer the chosen one
 * @param delivery a word of {@link DeliveryTerm}, or one that this version does not know
 */
public record OperationTerm(String operation, List<String> representations, String delivery) {
    public OperationTerm {
        representations = List.copyOf(representations);
    }

    /** Creates the terms of an operation whose messages must not be lost. */
    public OperationTerm(String operation, List<String> representations) {
        this(operation, representations, DeliveryTerm.ASSURED.term());
    }

    /** Returns the representations of an operation: its own if there are any, otherwise the common ones. */
    static List<String> representations(List<OperationTerm> terms, String operation, List<String> others) {
        return terms.stream()
                .filter(each -> each.operation().equals(operation))
                .findFirst()
                .map(OperationTerm::representations)
                .orElse(others);
    }

    /** Returns the delivery of an operation; a word that this version does not know counts as assured. */
    static DeliveryTerm delivery(List<OperationTerm> terms, String operation) {
        return terms.stream()
                .filter(each -> each.operation().equals(operation))
                .findFirst()
                .flatMap(each -> DeliveryTerm.of(each.delivery()))
                .orElse(DeliveryTerm.ASSURED);
    }
}
