package io.parley.recording;

/**
 * The first thing in a recording that is not what it should be.
 *
 * @param record the number that should stand there
 * @param file the segment, by name
 * @param text what was expected, what was found
 */
public record Finding(Kind kind, long record, String file, String text) {
    /** What is wrong. */
    public enum Kind {
        /** Its bytes are others than were written. */
        ALTERED,
        /** It is not there. */
        MISSING,
        /** Another stands in its place, and it comes later. */
        SWAPPED,
        /** The hashes fit each other, but not the checkpoint. */
        REWRITTEN
    }

    @Override
    public String toString() {
        return kind + " record " + record + " (" + file + "): " + text;
    }
}
