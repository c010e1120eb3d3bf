package io.parley.negotiation;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Map;

/** Copies of records with some components replaced by name; an unknown name is an error. */
final class Changed {
    private Changed() {}

    static Offer offer(Offer original, Map<String, ?> changes) {
        return (Offer) copy(original, changes);
    }

    static Answer answer(Answer original, Map<String, ?> changes) {
        return (Answer) copy(original, changes);
    }

    private static Record copy(Record original, Map<String, ?> changes) {
        RecordComponent[] components = original.getClass().getRecordComponents();
        if (!Arrays.stream(components).map(RecordComponent::getName).toList().containsAll(changes.keySet())) {
            throw new AssertionError("no such component among " + changes.keySet());
        }
        try {
            Object[] values = new Object[components.length];
            Class<?>[] types = new Class<?>[components.length];
            for (int i = 0; i < components.length; i++) {
                String name = components[i].getName();
                types[i] = components[i].getType();
                values[i] = changes.containsKey(name)
                        ? changes.get(name)
                        : components[i].getAccessor().invoke(original);
            }
            return (Record) original.getClass().getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }
}
