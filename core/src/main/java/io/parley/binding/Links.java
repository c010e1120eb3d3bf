package io.parley.binding;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The identifiers of one message and the references to them: a reference may come before what it names. For one
 * message and one thread.
 */
public final class Links {
    private final Map<String, Object> named = new HashMap<>();
    private final List<Runnable> waiting = new ArrayList<>();

    /** Gives an object its identifier; the last one given holds, as in JAXB. */
    void define(String id, Object object) {
        named.put(id, object);
    }

    /** Does something once all identifiers are known. */
    void whenKnown(Runnable action) {
        waiting.add(action);
    }

    /** The object of that identifier, or null if the message has none; to be asked when all are known. */
    @Nullable
    Object find(String id) {
        return named.get(id);
    }

    /** Resolves all references, in the order they were met. Called once, when the part has been read. */
    public void resolve() {
        for (Runnable action : waiting) {
            action.run();
        }
        waiting.clear();
    }
}
