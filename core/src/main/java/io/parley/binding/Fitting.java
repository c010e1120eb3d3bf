package io.parley.binding;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Finds in an object what its layout has no place for, before anything of it is written. Only slots where that can
 * happen are looked at, and those that lead to them. Immutable.
 */
final class Fitting {
    /** Deeper objects are left to the encoder, which has limits of its own. */
    private static final int DEEPEST = 1000;

    private final BoundSlot root;
    private final IdentityHashMap<BoundType, List<BoundSlot>> doubtful = new IdentityHashMap<>();

    private Fitting(BoundSlot root) {
        this.root = root;
    }

    static Fitting of(BoundSlot root) {
        Fitting fitting = new Fitting(root);
        Set<BoundType> types = Collections.newSetFromMap(new IdentityHashMap<>());
        collect(root, types);
        boolean grown = true;
        while (grown) {
            grown = false;
            for (BoundType type : types) {
                grown |= fitting.grow(type);
            }
        }
        return fitting;
    }

    private static void collect(BoundSlot slot, Set<BoundType> types) {
        for (BoundAlternative alternative : slot.alternatives()) {
            BoundType complex = alternative.complex();
            if (complex != null && !(complex instanceof RecordType)) {
                collect(complex, types);
            }
        }
    }

    private static void collect(BoundType type, Set<BoundType> types) {
        if (type instanceof RecordType || !types.add(type)) {
            return;
        }
        type.slots().forEach(slot -> collect(slot, types));
        for (int i = 1; i <= type.layout().substitutes().size(); i++) {
            collect(type.substitute(i), types);
        }
    }

    /** Adds to a type's doubtful slots those that lead to other doubtful types; says whether there were any more. */
    private boolean grow(BoundType type) {
        List<BoundSlot> found = new ArrayList<>();
        for (BoundSlot slot : type.slots()) {
            if (slot.mayRefuse() || leadsToDoubt(slot)) {
                found.add(slot);
            }
        }
        List<BoundSlot> before = found.isEmpty() ? null : doubtful.put(type, found);
        return !found.isEmpty() && (before == null || before.size() < found.size());
    }

    private boolean leadsToDoubt(BoundSlot slot) {
        for (BoundAlternative alternative : slot.alternatives()) {
            BoundType complex = alternative.complex();
            if (complex == null) {
                continue;
            }
            for (int i = 0; i <= complex.layout().substitutes().size(); i++) {
                if (doubtful.containsKey(complex.substitute(i))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether there is anything to be looked at. */
    boolean hasDoubts() {
        return !doubtful.isEmpty();
    }

    /** Whether what stands in the root has no such thing inside. */
    boolean fits(Object value) {
        try {
            return fits(root, value, 0);
        } catch (ParleyException e) {
            if (e.code() == ErrorCode.ENCODING) {
                return false;
            }
            throw e;
        }
    }

    private boolean fits(BoundSlot slot, Object item, int depth) {
        int index = slot.alternatives().size() == 1 ? 0 : slot.alternativeOf(item);
        BoundAlternative alternative = slot.alternatives().get(index);
        ItemState state = slot.stateOf(item, index);
        if (!slot.allows(index, state) || slot.refuses(index, state)) {
            return false;
        }
        BoundType complex = alternative.complex();
        return state != ItemState.VALUE || complex == null || inside(complex, slot.contentOf(item, index), depth);
    }

    private boolean inside(BoundType declared, Object value, int depth) {
        if (depth > DEEPEST) {
            return true;
        }
        BoundType type = declared.substitute(Math.max(0, declared.substituteOf(value)));
        for (BoundSlot slot : doubtful.getOrDefault(type, List.of())) {
            if (slot.layout().repeats()) {
                for (Object item : slot.items(value)) {
                    if (!fits(slot, item, depth + 1)) {
                        return false;
                    }
                }
                continue;
            }
            Object item = slot.get(value);
            if (item != null && !fits(slot, item, depth + 1)) {
                return false;
            }
        }
        return true;
    }
}
