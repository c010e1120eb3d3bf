package io.parley.recording;

/**
 * First error in a recording.
 *
 * @param kind of the error
 * @param record number of the expected record
 * @param file name of the segment
 * @param text what was expected, and what was found
 */
public record Finding(Kind kind, long record, String file, String text) {
    /** Kind of an error. */
    public enum Kind {
        /** The bytes of a record were changed. */
        ALTERED,
        /** A record is missing. */
        MISSING,
        /** Records are not in order. */
        SWAPPED,
        /** The hashes are consistent, but differ from the checkpoint. */
        REWRITTEN
    }

    @Override
    public String toString() {
        return kind + " record " + record + " (" + file + "): " + text;
    }
}
