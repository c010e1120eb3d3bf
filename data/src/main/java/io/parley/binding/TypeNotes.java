package io.parley.binding;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Notes on one bound type, or on the element of a part: the places in it that are sent as infoset, and the classes
 * whose objects are created here and not by JAXB. Complete before they are shared.
 */
final class TypeNotes {
    private List<Binding.Untyped> places = List.of();
    private List<Class<?>> created = List.of();
    private Binding.@Nullable Untyped beans;

    /** Records a place that is sent as infoset. */
    void place(Binding.Untyped place) {
        places = with(places, place);
    }

    /** Records a place where beans may be separated from the message as infoset. The first place is kept. */
    void beans(Binding.Untyped place) {
        beans = beans == null ? place : beans;
    }

    void created(Class<?> type) {
        created = with(created, type);
    }

    private static <T> List<T> with(List<T> items, T more) {
        List<T> all = items.isEmpty() ? new ArrayList<>(1) : items;
        if (!all.contains(more)) {
            all.add(more);
        }
        return all;
    }

    /** Returns the places in the order in which they were found. */
    List<Binding.Untyped> places() {
        return places;
    }

    List<Class<?>> created() {
        return created;
    }

    /** Returns the place where beans are separated from the message as infoset, or null if there is none. */
    Binding.@Nullable Untyped beans() {
        return beans;
    }
}
