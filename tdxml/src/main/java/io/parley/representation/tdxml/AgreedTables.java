package io.parley.representation.tdxml;

import io.parley.binding.Part;
import io.parley.binding.Parts;
import io.parley.representation.Source;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Properties of the tables of agreed parts, shared by all messages: the numbers in their keys, and the text before the
 * rows of a single part, as Parley writes it. Thread-safe.
 */
final class AgreedTables {
    /** Returned if the message does not begin with a known table. */
    static final int NONE = -1;

    private final List<Part> parts;
    private final Tdxml known;
    /** Created on first use. */
    private final @Nullable PartNumbers[] numbers;

    private final byte[] @Nullable [] openings;
    /** Part of the previous message, since the next one mostly has the same. */
    private volatile int last;

    /**
     * Creates the properties of agreed parts.
     *
     * @param known creates the numbers of a part
     */
    AgreedTables(Parts parts, Tdxml known) {
        this.parts = parts.list();
        this.known = known;
        this.numbers = new PartNumbers[parts.size()];
        this.openings = new byte[parts.size()][];
        for (int i = 0; i < openings.length; i++) {
            Part part = parts.get(i);
            if (part.isTyped()) {
                openings[i] = Envelope.opening(i, Tags.digest(part.fingerprint()));
            }
        }
    }

    /** Returns the numbers of a typed part. */
    PartNumbers numbers(int part) {
        PartNumbers found = numbers[part];
        if (found == null) {
            found = known.numbers(parts.get(part));
            numbers[part] = found;
        }
        return found;
    }

    /**
     * Returns the text before the rows of a single typed part; not to be modified.
     *
     * @throws IllegalArgumentException if the part is not typed
     */
    byte[] opening(int part) {
        byte[] found = openings[part];
        if (found == null) {
            throw new IllegalArgumentException("part " + part + " is not typed");
        }
        return found;
    }

    /**
     * Skips the text before the rows if it is the same as in the previous message.
     *
     * @return the number of the part, or {@link #NONE}
     */
    int pass(Source source) {
        int part = last;
        byte[] opening = part < openings.length ? openings[part] : null;
        return opening != null && source.pass(opening) ? part : NONE;
    }

    /** Records the part of a message that began differently. */
    void setLast(int part) {
        last = part;
    }
}
