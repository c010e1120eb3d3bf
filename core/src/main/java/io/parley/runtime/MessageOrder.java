package io.parley.runtime;

import java.util.Locale;

/** Order in which a session's one-way messages are handled. Calls are handled in parallel either way. */
public enum MessageOrder {
    /** One after the other, in the order in which the sender started them. */
    SESSION,
    /** In parallel, each as soon as it is complete. */
    NONE;

    /** Name of the setting for services. */
    public static final String SETTING = "parley.order";

    /**
     * Returns the order that a setting names.
     *
     * @throws IllegalArgumentException if it names none
     */
    public static MessageOrder named(String text) {
        for (MessageOrder order : values()) {
            if (order.term().equals(text)) {
                return order;
            }
        }
        throw new IllegalArgumentException(SETTING + ": expected session or none, found " + text);
    }

    /** Returns the value of the setting. */
    public String term() {
        return name().toLowerCase(Locale.ROOT);
    }
}
