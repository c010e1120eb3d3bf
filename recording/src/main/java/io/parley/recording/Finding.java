package io.parley.recording;

/**
 * The first error in a recording.
 *
 * @param record the expected record number
 * @param file the segment, by name
 * @param text the expected and the found value
 */
public record Finding(Kind kind, long record, String file, String text) {
    /** Kind of an error. */
    public enum Kind {
        /** The record's bytes differ from those written. */
        ALTERED,
        /** The record is missing. */
        MISSING,
        /** Another record stands in its place, and it comes later. */
        SWAPPED,
        /** The hashes fit each other, but not the checkpoint. */
        REWRITTEN
    }

    @Override
    public String toString() {
        return kind + " record " + record + " (" + file + "): " + text;
    }
}
