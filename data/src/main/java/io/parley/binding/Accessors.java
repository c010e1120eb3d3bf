package io.parley.binding;

import java.util.Locale;

/** Kind of access to the members of JAXB beans. Both kinds give the same objects, bytes and errors. */
public enum Accessors {
    /**
     * Access by a generated hidden class for each bean class. Members that it cannot access are interpreted; bindings
     * report the reason.
     */
    GENERATED,
    /** Access by method handles only. */
    INTERPRETED;

    /**
     * Name of the setting, {@code generated} or {@code interpreted}, and of the system property that provides its
     * default.
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
     * Returns the kind of that name, ignoring case.
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
