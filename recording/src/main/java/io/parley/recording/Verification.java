package io.parley.recording;

import java.util.Optional;

/**
 * Result of reading a whole recording.
 *
 * @param records that fit, from the first
 * @param proven those of them that the checkpoint covers
 * @param checkpoint where it was found: {@code store}, {@code folder}, or empty
 * @param isSigned whether it is signed with the requested key
 * @param finding the first error
 */
public record Verification(
        Result result, long records, long proven, String checkpoint, boolean isSigned, Optional<Finding> finding) {
    /** Verdict on the recording. */
    public enum Result {
        /** The recording was closed, and is complete. */
        WHOLE,
        /** All records that the last checkpoint covers are there; later ones fit, but there may have been more. */
        UNFINISHED,
        /** All records fit, but there is no checkpoint to compare them with. */
        UNPROVEN,
        /** A record does not fit. */
        BROKEN
    }
}
