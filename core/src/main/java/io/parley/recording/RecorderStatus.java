package io.parley.recording;

/**
 * What a recorder has done so far.
 *
 * @param messages recorded
 * @param leftOut messages that were not, and that gaps stand for
 * @param records written, of all kinds
 * @param checkpoints stored
 * @param trouble what goes wrong now, or empty
 */
public record RecorderStatus(long messages, long leftOut, long records, long checkpoints, String trouble) {}
