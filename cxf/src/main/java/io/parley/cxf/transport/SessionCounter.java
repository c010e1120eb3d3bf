package io.parley.cxf.transport;

import io.parley.binding.Part;

/** Counter of calls on sessions, and of the body parts that this side wrote for them. Thread-safe. */
public interface SessionCounter {
    /** Counts a call that its session answered or, on the accepting side, that was accepted for dispatch. */
    void call();

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
