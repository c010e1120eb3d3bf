package io.parley.recording;

import java.util.Optional;

/**
 * What is known of a recording after all of it was read.
 *
 * @param records that fit, from the first
 * @param proven those of them that the checkpoint speaks for
 * @param checkpoint where it was found: {@code store}, {@code folder}, or empty
 * @param isSigned whether it is signed with the key that was asked for
 * @param finding the first that does not fit
 */
public record Verification(
        Result result, long records, long proven, String checkpoint, boolean isSigned, Optional<Finding> finding) {
    /** In a word. */
    public enum Result {
        /** It was closed, and all of it is there. */
        WHOLE,
        /** All that the last checkpoint speaks for is there; what follows fits, but may have been longer. */
        UNFINISHED,
        /** All records fit, but there is no checkpoint to hold them against. */
        UNPROVEN,
        /** One does not fit. */
        BROKEN
    }
}
