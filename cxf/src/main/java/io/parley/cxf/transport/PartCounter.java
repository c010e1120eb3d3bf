package io.parley.cxf.transport;

import io.parley.binding.Part;

/** Counter of written body parts. Thread-safe. */
public interface PartCounter {
    /**
     * Counts a part.
     *
     * @param typed whether it was written typed and not as infoset
     */
    void count(boolean typed);

    /**
     * Counts a value of a typed part that was written as infoset because it has no typed form; {@link #count} is called
     * for it too.
     *
     * @param reason why it has no typed form
     */
    void untyped(Part part, String reason);
}
