package io.parley.binding;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Facts about all types that are reachable from a type, computed once for all parts. Records are ignored, since none of
 * the facts applies to them.
 */
final class TypeFacts {
    private final List<BoundType> next;
    private boolean binaries;
    /** Whether a slot that may refuse its content is in this type or in a reachable one. */
    private boolean doubts;

    private List<BoundSlot> doubtful = List.of();

    private TypeFacts(BoundType type) {
        this.next = next(type);
        this.binaries = takesBinaries(type);
        this.doubts = type.slots().stream().anyMatch(BoundSlot::mayRefuse);
    }

    /** Computes the facts of complete types, and of all types that are reachable from them. */
    static void settle(Collection<? extends BoundType> types) {
        // Referenced types first, so that facts propagate in few rounds.
        Deque<BoundType> found = new ArrayDeque<>();
        Deque<BoundType> open = new ArrayDeque<>(types);
        while (!open.isEmpty()) {
            BoundType type = open.remove();
            if (!type.hasFacts()) {
                TypeFacts facts = new TypeFacts(type);
                type.facts(facts);
                found.push(type);
                open.addAll(facts.next);
            }
        }
        propagate(found);
        for (BoundType type : found) {
            type.facts().doubtful = doubtful(type);
        }
    }

    private static void propagate(Collection<BoundType> types) {
        boolean grown = true;
        while (grown) {
            grown = false;
            for (BoundType type : types) {
                grown |= type.facts().adopt();
            }
        }
    }

    /** Adopts the facts of directly referenced types. Returns whether any fact changed. */
    private boolean adopt() {
        boolean before = binaries;
        boolean doubtsBefore = doubts;
        for (BoundType each : next) {
            binaries |= each.facts().binaries;
            doubts |= each.facts().doubts;
        }
        return binaries != before || doubts != doubtsBefore;
    }

    private static List<BoundSlot> doubtful(BoundType type) {
        if (!type.facts().doubts) {
            return List.of();
        }
        return type.slots().stream()
                .filter(slot -> slot.mayRefuse() || leadsToDoubt(slot))
                .toList();
    }

    /**
     * Returns whether the content of a slot, of its declared type or of a substitute, may have a slot that may refuse
     * its content.
     */
    static boolean leadsToDoubt(BoundSlot slot) {
        for (BoundAlternative alternative : slot.alternatives()) {
            BoundType complex = alternative.complex();
            if (complex != null && !complex.isRecord() && complex.facts().doubts) {
                return true;
            }
        }
        return false;
    }

    private static boolean takesBinaries(BoundType type) {
        BoundAttribute text = type.text();
        return (text != null && text.takesBinaries())
                || type.attributes().stream().anyMatch(BoundAttribute::takesBinaries)
                || type.slots().stream().anyMatch(TypeFacts::takesBinaries);
    }

    private static boolean takesBinaries(BoundSlot slot) {
        for (int i = 0; i < slot.alternatives().size(); i++) {
            if (slot.takesBinaries(i)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether any type that is reachable from a part's element may have content on side streams. */
    static boolean leadsToBinaries(BoundSlot root) {
        return takesBinaries(root)
                || root.alternatives().stream().anyMatch(alternative -> {
                    BoundType complex = alternative.complex();
                    return complex != null && !complex.isRecord() && complex.facts().binaries;
                });
    }

    /** Returns all types that are reachable from a part's element, each once, in document order. */
    static List<BoundType> reachedFrom(BoundSlot root) {
        Set<BoundType> reached = Collections.newSetFromMap(new IdentityHashMap<>());
        List<BoundType> inOrder = new ArrayList<>();
        Deque<BoundType> open = new ArrayDeque<>();
        addReversed(typesIn(root), open);
        while (!open.isEmpty()) {
            BoundType type = open.pop();
            if (reached.add(type)) {
                inOrder.add(type);
                addReversed(type.facts().next, open);
            }
        }
        return inOrder;
    }

    private static void addReversed(List<BoundType> types, Deque<BoundType> open) {
        for (int i = types.size() - 1; i >= 0; i--) {
            open.push(types.get(i));
        }
    }

    private static List<BoundType> next(BoundType type) {
        Set<BoundType> next = new LinkedHashSet<>();
        type.slots().forEach(slot -> next.addAll(typesIn(slot)));
        for (int i = 1; i <= type.layout().substitutes().size(); i++) {
            BoundType substitute = type.substitute(i);
            if (!substitute.isRecord()) {
                next.add(substitute);
            }
        }
        return List.copyOf(next);
    }

    private static List<BoundType> typesIn(BoundSlot slot) {
        List<BoundType> types = new ArrayList<>();
        for (BoundAlternative alternative : slot.alternatives()) {
            BoundType complex = alternative.complex();
            if (complex != null && !complex.isRecord()) {
                types.add(complex);
            }
        }
        return types;
    }

    /** Returns the slots that may refuse their content, and those that lead to such slots. */
    List<BoundSlot> doubtful() {
        return doubtful;
    }
}
