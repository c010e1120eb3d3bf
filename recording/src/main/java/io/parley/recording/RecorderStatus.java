package io.parley.recording;

/**
 * Counters and state of a recorder.
 *
 * @param messages recorded
 * @param leftOut messages that were not, counted in gap records
 * @param records written, of all kinds
 * @param checkpoints stored
 * @param trouble the current problem, or empty
 */
public record RecorderStatus(long messages, long leftOut, long records, long checkpoints, String trouble) {}
