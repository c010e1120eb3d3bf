package io.parley.binding;

/** How the objects of a part are reached. Thread-safe. */
public interface Binding {
    /** Whether this object is of a class that the binding knows for the part's root. */
    boolean accepts(Object value);
}
