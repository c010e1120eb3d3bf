package io.parley.recording;

/** Reason why messages are missing in a recording. */
enum GapReason {
    /** The queue was full, because the disk was slower than the conversations. */
    QUEUE_FULL(1),
    /** Writing to the disk failed. */
    DISK(2);

    private final int number;

    GapReason(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }
}
