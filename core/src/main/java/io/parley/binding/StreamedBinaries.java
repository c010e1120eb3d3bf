package io.parley.binding;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether content may travel beside a message for something that can be reached from a part's element. */
final class StreamedBinaries {
    private final Set<BoundType> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private StreamedBinaries() {}

    static boolean in(BoundSlot root) {
        return new StreamedBinaries().reachedFrom(root);
    }

    private boolean reachedFrom(BoundSlot slot) {
        for (int i = 0; i < slot.alternatives().size(); i++) {
            if (slot.takesBinaries(i) || reachedFrom(slot.alternatives().get(i).complex())) {
                return true;
            }
        }
        return false;
    }

    private boolean reachedFrom(@Nullable BoundType type) {
        if (type == null || !seen.add(type)) {
            return false;
        }
        BoundAttribute text = type.text();
        if (text != null && text.takesBinaries()) {
            return true;
        }
        return type.attributes().stream().anyMatch(BoundAttribute::takesBinaries)
                || type.slots().stream().anyMatch(this::reachedFrom)
                || reachedFromSubstitutes(type);
    }

    private boolean reachedFromSubstitutes(BoundType type) {
        for (int index = 1; index <= type.layout().substitutes().size(); index++) {
            if (reachedFrom(type.substitute(index))) {
                return true;
            }
        }
        return false;
    }
}
