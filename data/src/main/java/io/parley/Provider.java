package io.parley;

/**
 * Something of which there may be several, found by {@link java.util.ServiceLoader} and asked for by its name. Never throws while
 * it is loaded: what it misses is said by {@link #isAvailable}.
 */
public interface Provider {
    /** The word it is asked for by: in offers, settings or addresses. */
    String name();

    /** Returns whether it can work here; false if an optional library is missing, or has no code for this machine. */
    default boolean isAvailable() {
        return true;
    }

    /** Higher is preferred among providers of the same name; ties are broken by class name. */
    default int priority() {
        return 0;
    }
}
