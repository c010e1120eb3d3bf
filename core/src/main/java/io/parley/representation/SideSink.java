package io.parley.representation;

import io.parley.Limit;

/** Where an encoder puts what is too long to stand in the message itself: beside it, on streams of its own. */
public interface SideSink {
    /** What {@link #add} gives if the content has to stand in the message. */
    int INLINE = -1;

    /** Nowhere: everything stands in the message, as in a recording or a test. */
    SideSink NONE = content -> INLINE;

    /**
     * Takes content along, to be sent behind the message's end. Owns it, unless it answers {@link #INLINE}.
     *
     * @return its number within the message, or {@link #INLINE} if there is no room for one more
     */
    int add(SideContent content);

    /** Takes note of content that is read, or will be, for the message: whoever sends it may have to send it another way. */
    default void note(Reread content) {}

    /** How many bytes content may have that has to stand in the message: it is in memory whole. */
    default int mostInline() {
        return (int) Limit.STRING_BYTES.initial();
    }
}
