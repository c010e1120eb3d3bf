package io.parley.binding;

import java.util.Locale;

/** Kind of access to the members of JAXB beans. Both kinds give the same objects, bytes and errors. */
public enum Accessors {
    /**
     * Access by a hidden class for each bean class; a member that it cannot reach is interpreted, with a reason that
     * bindings show.
     */
    GENERATED,
    /** Access by method handles alone. */
    INTERPRETED;

    /**
     * The setting, {@code generated} or {@code interpreted}; also a system property, which holds where nothing is set.
     */
    public static final String SETTING = "parley.accessors";

    /**
     * Returns the default: the system property, else {@link #GENERATED}.
     *
     * @throws IllegalArgumentException if the property has another value
     */
    public static Accessors initial() {
        return named(System.getProperty(SETTING, "generated"));
    }

    /**
     * The one of that name, in any case.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Accessors named(String name) {
        for (Accessors each : values()) {
            if (each.name().equals(name.trim().toUpperCase(Locale.ROOT))) {
                return each;
            }
        }
        throw new IllegalArgumentException(SETTING + ": expected generated or interpreted, found " + name);
    }
}
