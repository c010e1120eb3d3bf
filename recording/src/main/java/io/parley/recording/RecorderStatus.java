package io.parley.recording;

/**
 * Counters and state of a recorder.
 *
 * @param messages number of recorded messages
 * @param leftOut number of messages left out, counted in gap records
 * @param records number of written records, of all kinds
 * @param checkpoints number of stored checkpoints
 * @param trouble current problem; empty if there is none
 */
public record RecorderStatus(long messages, long leftOut, long records, long checkpoints, String trouble) {}
