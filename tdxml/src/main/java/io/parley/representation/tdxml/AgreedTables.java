package io.parley.representation.tdxml;

import io.parley.binding.Part;
import io.parley.binding.Parts;
import io.parley.representation.Source;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Properties of the agreed parts' tables that messages share: the numbers in their keys, and the text before their rows
 * when a part is alone, as every writer of Parley writes it. Thread-safe.
 */
final class AgreedTables {
    /** Result for a beginning that no table has. */
    static final int NONE = -1;

    private final List<Part> parts;
    private final Tdxml known;
    /** Made when they are first needed. */
    private final @Nullable PartNumbers[] numbers;

    private final byte[] @Nullable [] openings;
    /** The part of the message before: mostly the next one has it too. */
    private volatile int last;

    /**
     * @param known makes the numbers of a part
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

    /** The numbers of a typed part. */
    PartNumbers numbers(int part) {
        PartNumbers found = numbers[part];
        if (found == null) {
            found = known.numbers(parts.get(part));
            numbers[part] = found;
        }
        return found;
    }

    /** Returns the text before the rows of a typed part that is alone; not to be changed. */
    byte[] opening(int part) {
        byte[] found = openings[part];
        if (found == null) {
            throw new IllegalArgumentException("part " + part + " is not typed");
        }
        return found;
    }

    /**
     * Passes what stands before the rows if it is what stood there in the message before; the part's number, or {@link
     * #NONE}.
     */
    int pass(Source source) {
        int part = last;
        byte[] opening = part < openings.length ? openings[part] : null;
        return opening != null && source.pass(opening) ? part : NONE;
    }

    /** Notes the part of a message that began otherwise. */
    void met(int part) {
        last = part;
    }
}
