package io.parley.negotiation;

import java.util.List;

/**
 * Terms of one operation that differ from those of all others.
 *
 * @param operation its qualified name: {@code {namespace}operation}
 * @param representations names, best first: in an answer the one that was chosen
 * @param delivery a word of {@link DeliveryTerm}, or one that this version does not know
 */
public record OperationTerm(String operation, List<String> representations, String delivery) {
    public OperationTerm {
        representations = List.copyOf(representations);
    }

    /** Creates the terms of an operation whose messages are not lost. */
    public OperationTerm(String operation, List<String> representations) {
        this(operation, representations, DeliveryTerm.ASSURED.term());
    }

    /** The representations for an operation: its own among these, else those of all others. */
    static List<String> representations(List<OperationTerm> terms, String operation, List<String> others) {
        return terms.stream()
                .filter(each -> each.operation().equals(operation))
                .findFirst()
                .map(OperationTerm::representations)
                .orElse(others);
    }

    /** Whether an operation's messages may be lost, as these terms say; a word that this version does not know says no. */
    static DeliveryTerm delivery(List<OperationTerm> terms, String operation) {
        return terms.stream()
                .filter(each -> each.operation().equals(operation))
                .findFirst()
                .flatMap(each -> DeliveryTerm.of(each.delivery()))
                .orElse(DeliveryTerm.ASSURED);
    }
}
