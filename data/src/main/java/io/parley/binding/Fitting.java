package io.parley.binding;

import io.parley.ErrorCode;
import io.parley.ParleyException;

/**
 * Checks whether a layout can represent an object, before anything of it is written. Only slots that may fail, and the
 * slots that lead to them, are visited. Immutable.
 */
final class Fitting {
    /** Greatest depth to check. The encoder limits the depth of deeper objects. */
    private static final int MAX_DEPTH = 1000;

    private final BoundSlot root;
    private final boolean doubts;

    private Fitting(BoundSlot root, boolean doubts) {
        this.root = root;
        this.doubts = doubts;
    }

    /**
     * @param root slot whose types are complete
     */
    static Fitting of(BoundSlot root) {
        return new Fitting(root, TypeFacts.leadsToDoubt(root));
    }

    /** Returns whether objects need to be checked at all. */
    boolean hasDoubts() {
        return doubts;
    }

    /** Returns whether the layout can represent all content of the root. */
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
        if (depth > MAX_DEPTH) {
            return true;
        }
        BoundType type = declared.substitute(Math.max(0, declared.substituteOf(value)));
        if (type.isRecord()) {
            return true;
        }
        for (BoundSlot slot : type.facts().doubtful()) {
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
