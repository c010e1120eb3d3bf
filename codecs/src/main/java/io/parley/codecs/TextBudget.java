package io.parley.codecs;

import io.parley.HotPath;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.binding.ObjectSizes;
import io.parley.representation.Source;

/**
 * Budget of characters that a message may still expand to. Formats that refer to repeated text by number expand few
 * bytes to many characters; the result may be as long as a plain-text message could be. Used by one reader.
 */
public final class TextBudget {
    private static final long CHARACTER_BYTES = 2 + ObjectSizes.EVENT_TEXT;

    private final Source source;
    private final long allowed;
    private long remaining;

    /**
     * Creates the budget of a message.
     *
     * @param source the message, whose limits apply
     */
    public TextBudget(Source source) {
        this.source = source;
        this.allowed = source.limits().get(Limit.MESSAGE_BYTES);
        this.remaining = allowed;
    }

    /**
     * Consumes characters.
     *
     * @param characters the number of characters
     * @param position byte position in the message, for errors
     * @throws ParleyException {@code LIMIT} if the budget is exceeded
     */
    @HotPath
    public void spend(long characters, long position) {
        remaining -= characters;
        source.weigh(CHARACTER_BYTES * characters);
        if (remaining < 0) {
            throw ParleyException.limit(
                    Limit.MESSAGE_BYTES, allowed, allowed - remaining, "text with its repetitions at byte " + position);
        }
    }
}
