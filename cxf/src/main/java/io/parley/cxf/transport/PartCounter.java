package io.parley.cxf.transport;

import io.parley.binding.Part;

/** Told of every body part that was written. Thread-safe. */
public interface PartCounter {
    /** Counts a part that was handed over: typed, or as events. */
    void count(boolean typed);

    /**
     * Counts a value of a typed part that has no typed form and goes as infoset; {@link #count} is called for it too.
     *
     * @param reason why it has none
     */
    void untyped(Part part, String reason);
}
