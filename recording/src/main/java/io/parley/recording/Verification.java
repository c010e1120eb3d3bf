package io.parley.recording;

import java.util.Optional;

/**
 * Result of verifying a recording.
 *
 * @param result the verdict
 * @param records number of consistent records, from the first
 * @param proven number of those that the checkpoint covers
 * @param checkpoint its location: {@code store}, {@code folder}, or empty for none
 * @param isSigned true if the checkpoint is signed by the requested key
 * @param finding the first error; empty if there is none
 */
public record Verification(
        Result result, long records, long proven, String checkpoint, boolean isSigned, Optional<Finding> finding) {
    /** Verdict on the recording. */
    public enum Result {
        /** The recording was closed and is complete. */
        WHOLE,
        /**
         * All records that the last checkpoint covers are present; later ones are consistent, but there may have been
         * more.
         */
        UNFINISHED,
        /** All records are consistent, but there is no checkpoint to compare them with. */
        UNPROVEN,
        /** A record is missing or inconsistent. */
        BROKEN
    }
}
