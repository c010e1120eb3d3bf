package io.parley.negotiation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Operations of an agreement whose messages may be lost, numbered from 0 in the order of their names as UTF-16 text: the number
 * stands in the datagrams (docs/protocol/framing.md, 5.6). Immutable.
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

    /** Returns those of these operations whose messages may be lost, by qualified name. */
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

    /** Returns how many there are. */
    public int count() {
        return names.length;
    }

    /** Returns the number of an operation, by its qualified name; negative if its messages are not lost. */
    public int number(String operation) {
        return names.length == 0 ? -1 : Arrays.binarySearch(names, operation);
    }

    /** Returns the qualified name of the operation with that number. */
    public String name(int number) {
        return names[number];
    }

    /** Returns whether what is older than the newest that came is dropped. */
    public boolean isLatestOnly(int number) {
        return latestOnly[number];
    }

    /** Returns the lines of the digest: the word expendable, then name and delivery of each. */
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
