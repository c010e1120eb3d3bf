package io.parley;

/**
 * A named implementation of a service, found by {@link java.util.ServiceLoader}. Loading it never throws: missing
 * prerequisites are reported by {@link #isAvailable}.
 */
public interface Provider {
    /** Returns the name that offers, settings and addresses use for it. */
    String name();

    /**
     * Returns whether it works in this environment. False if an optional library is missing or does not support this
     * platform.
     */
    default boolean isAvailable() {
        return true;
    }

    /** Returns the priority among providers of the same name: the highest wins, and ties are broken by class name. */
    default int priority() {
        return 0;
    }
}
