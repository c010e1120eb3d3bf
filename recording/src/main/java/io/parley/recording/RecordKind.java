package io.parley.recording;

/** Kinds of records, with their numbers in docs/reference/recording.md. */
enum RecordKind {
    SESSION(1),
    MESSAGE(2),
    GAP(3),
    SESSION_END(4),
    END(5);

    private final int number;

    RecordKind(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }
}
