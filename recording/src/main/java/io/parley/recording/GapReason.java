package io.parley.recording;

/** Reason why messages are missing in a recording. */
enum GapReason {
    /** The disk was slower than the conversations, and too much was waiting to be written. */
    QUEUE_FULL(1),
    /** The disk was full, gone, or refused. */
    DISK(2);

    private final int number;

    GapReason(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }
}
