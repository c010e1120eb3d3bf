package io.parley.binding;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The identifiers of one part and the references to them ({@code @XmlID}, {@code @XmlIDREF}). A reference may precede
 * its target. Used for one part after the other, by one thread at a time.
 */
public final class Links {
    private Map<String, Object> byId = Map.of();
    private List<Runnable> actions = List.of();
    private boolean strict;

    /**
     * Starts a new part.
     *
     * @param isStrict whether an unresolved reference is an error; otherwise it is omitted
     */
    public void begin(boolean isStrict) {
        byId = Map.of();
        actions = List.of();
        strict = isStrict;
    }

    /** Defines an object's identifier. As in JAXB the last object with an identifier wins. */
    void define(String id, Object object) {
        if (byId.isEmpty()) {
            byId = new HashMap<>();
        }
        byId.put(id, object);
    }

    /** Passes the target of a reference to an action: at once if it is known, else at the end, if there is one. */
    void refer(String id, Consumer<Object> action) {
        Object known = byId.get(id);
        if (known != null) {
            action.accept(known);
        } else {
            atEnd(() -> {
                Object target = find(id);
                if (target != null) {
                    action.accept(target);
                }
            });
        }
    }

    /** Registers an action for the end of the part, when all identifiers are known. */
    void atEnd(Runnable action) {
        if (actions.isEmpty()) {
            actions = new ArrayList<>();
        }
        actions.add(action);
    }

    /**
     * Returns the object of that identifier, or null if there is none. May only be called when all identifiers are
     * known.
     *
     * @throws ParleyException {@code SCHEMA_VIOLATION} if there is none and that is an error
     */
    @Nullable
    Object find(String id) {
        Object target = byId.get(id);
        if (target == null && strict) {
            throw new ParleyException(
                    ErrorCode.SCHEMA_VIOLATION,
                    "reference: expected the identifier of something in the same part, found one that nothing has");
        }
        return target;
    }

    /** Resolves all references in the order in which they were read. Called once, at the end of the part. */
    public void resolve() {
        if (!actions.isEmpty()) {
            actions.forEach(Runnable::run);
            actions = List.of();
        }
    }
}
