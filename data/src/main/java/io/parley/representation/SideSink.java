package io.parley.representation;

import io.parley.Limit;

/** Destination for content that is too long to be inline: side streams beside the message. */
public interface SideSink {
    /** Result of {@link #add} if the content has to be inline. */
    int INLINE = -1;

    /** A destination without side streams, so that all content is inline, as in a recording or a test. */
    SideSink NONE = content -> INLINE;

    /**
     * Adds content, to be sent after the message's end. Takes ownership of it, unless it returns {@link #INLINE}.
     *
     * @return its number within the message, or {@link #INLINE} if no more side streams are allowed
     */
    int add(SideContent content);

    /**
     * Records content that the message is written from. If the message fails, it tells whether it can be sent by
     * another route.
     */
    default void note(OriginalContent content) {}

    /** Returns the greatest number of bytes of inline content, which is in memory as a whole. */
    default int mostInline() {
        return (int) Limit.STRING_BYTES.initial();
    }
}
