package io.parley.codecs;

import io.parley.HotPath;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.binding.ObjectSizes;
import io.parley.representation.Source;

/**
 * Budget of characters that a message may still expand to. Forms that repeat a text by its number make much of few
 * bytes; the result may be as long as a message in plain text could have been. Belongs to one reader.
 */
public final class TextBudget {
    private static final long CHARACTER_BYTES = 2 + ObjectSizes.EVENT_TEXT;

    private final Source source;
    private final long allowed;
    private long left;

    /** Of what is read from a source. */
    public TextBudget(Source source) {
        this.source = source;
        this.allowed = source.limits().get(Limit.MESSAGE_BYTES);
        this.left = allowed;
    }

    /** Takes that many characters from it. */
    @HotPath
    public void spend(long characters, long position) {
        left -= characters;
        source.weigh(CHARACTER_BYTES * characters);
        if (left < 0) {
            throw ParleyException.limit(
                    Limit.MESSAGE_BYTES, allowed, allowed - left, "text with its repetitions at byte " + position);
        }
    }
}
