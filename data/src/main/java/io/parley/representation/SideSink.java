package io.parley.representation;

import io.parley.Limit;

/** Destination for content that is too long to stand in the message itself: streams of its own beside it. */
public interface SideSink {
    /** Result of {@link #add} if the content has to stand in the message. */
    int INLINE = -1;

    /** Nowhere: everything stands in the message, as in a recording or a test. */
    SideSink NONE = content -> INLINE;

    /**
     * Takes content along, to be sent behind the message's end. Owns it, unless it answers {@link #INLINE}.
     *
     * @return its number within the message, or {@link #INLINE} if there is no room for one more
     */
    int add(SideContent content);

    /**
     * Takes note of content that is read, or will be, for the message: whoever sends it may have to send it another
     * way.
     */
    default void note(Reread content) {}

    /**
     * Returns the greatest number of bytes of content that has to stand in the message, where it is in memory whole.
     */
    default int mostInline() {
        return (int) Limit.STRING_BYTES.initial();
    }
}
