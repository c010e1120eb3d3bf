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
 * The identifiers of one part and the references to them ({@code @XmlID}, {@code @XmlIDREF}): a reference may come
 * before what it names. For one part and one thread.
 */
public final class Links {
    private Map<String, Object> named = Map.of();
    private List<Runnable> waiting = List.of();
    private boolean strict;

    /**
     * Forgets those of a part before.
     *
     * @param isStrict whether a reference to nobody is an error; else it is left out
     */
    public void begin(boolean isStrict) {
        named = Map.of();
        waiting = List.of();
        strict = isStrict;
    }

    /** Defines an object's identifier; as in JAXB the last object with an identifier has it. */
    void define(String id, Object object) {
        if (named.isEmpty()) {
            named = new HashMap<>();
        }
        named.put(id, object);
    }

    /** Hands over the object of an identifier: at once if it was read already, else at the end if there is one. */
    void refer(String id, Consumer<Object> action) {
        Object known = named.get(id);
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

    /** Runs an action once all identifiers are known. */
    void atEnd(Runnable action) {
        if (waiting.isEmpty()) {
            waiting = new ArrayList<>();
        }
        waiting.add(action);
    }

    /**
     * The object of that identifier, or null if the part has none; to be asked when all are known.
     *
     * @throws ParleyException {@code SCHEMA_VIOLATION} if it has none and that is an error
     */
    @Nullable
    Object find(String id) {
        Object target = named.get(id);
        if (target == null && strict) {
            throw new ParleyException(
                    ErrorCode.SCHEMA_VIOLATION,
                    "reference: expected the identifier of something in the same part, found one that nothing has");
        }
        return target;
    }

    /** Resolves all references, in the order they were met. Called once, when the part has been read. */
    public void resolve() {
        if (!waiting.isEmpty()) {
            waiting.forEach(Runnable::run);
            waiting = List.of();
        }
    }
}
