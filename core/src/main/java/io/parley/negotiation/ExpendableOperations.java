package io.parley.negotiation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Operations of an agreement whose messages may be lost, indexed from 0 in the order of their names as UTF-16 text;
 * datagrams contain the index (docs/protocol/framing.md, section 5.6). Immutable.
 */
public final class ExpendableOperations {
    /** No operation. */
    public static final ExpendableOperations NONE = new ExpendableOperations(Map.of());

    private final String[] names;
    private final boolean[] latestOnly;

    private ExpendableOperations(Map<String, DeliveryTerm> deliveries) {
        names = deliveries.keySet().stream().sorted().toArray(String[]::new);
        latestOnly = new boolean[names.length];
        for (int i = 0; i < names.length; i++) {
            latestOnly[i] = deliveries.get(names[i]) == DeliveryTerm.LATEST;
        }
    }

    /**
     * Returns the operations whose messages may be lost.
     *
     * @param deliveries by qualified name
     */
    public static ExpendableOperations of(Map<String, DeliveryTerm> deliveries) {
        Map<String, DeliveryTerm> expendable = new HashMap<>(deliveries);
        expendable.values().removeIf(delivery -> !delivery.mayBeLost());
        return expendable.isEmpty() ? NONE : new ExpendableOperations(expendable);
    }

    static ExpendableOperations of(List<OperationTerm> terms) {
        Map<String, DeliveryTerm> deliveries = new HashMap<>();
        terms.forEach(
                each -> DeliveryTerm.of(each.delivery()).ifPresent(known -> deliveries.put(each.operation(), known)));
        return of(deliveries);
    }

    /** Returns the number of operations. */
    public int count() {
        return names.length;
    }

    /**
     * Returns the index of an operation; negative if its messages must not be lost.
     *
     * @param operation its qualified name
     */
    public int number(String operation) {
        return names.length == 0 ? -1 : Arrays.binarySearch(names, operation);
    }

    /** Returns the qualified name of the operation with an index. */
    public String name(int number) {
        return names[number];
    }

    /** Returns whether messages older than the newest received one are dropped. */
    public boolean isLatestOnly(int number) {
        return latestOnly[number];
    }

    /** Returns the lines of the digest: the word expendable, then name and delivery of each operation. */
    String[] terms() {
        List<String> terms = new ArrayList<>();
        terms.add("expendable");
        for (int i = 0; i < names.length; i++) {
            terms.add(names[i]);
            terms.add((latestOnly[i] ? DeliveryTerm.LATEST : DeliveryTerm.EXPENDABLE).term());
        }
        return terms.toArray(String[]::new);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ExpendableOperations that
                && Arrays.equals(names, that.names)
                && Arrays.equals(latestOnly, that.latestOnly);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(names);
    }

    @Override
    public String toString() {
        return Arrays.toString(names);
    }
}
