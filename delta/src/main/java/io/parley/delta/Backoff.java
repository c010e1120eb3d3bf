package io.parley.delta;

/**
 * Decides when to try differences. After several messages in a row that were hardly smaller, trying pauses for a number
 * of messages, doubled with each further failure. Guarded by its owner.
 */
final class Backoff {
    /** Failures in a row after which trying pauses. */
    static final int MAX_FAILURES = 4;

    static final int FIRST_PAUSE = 64;
    static final int MAX_PAUSE = 4096;

    private int failures;
    private int nextPause = FIRST_PAUSE;
    private int remainingPause;

    /** Returns whether to try a difference, or to keep a message for one. Called once per message. */
    boolean shouldTry() {
        if (remainingPause > 0) {
            remainingPause--;
            return false;
        }
        return true;
    }

    /** Records the outcome of a difference. */
    void recordOutcome(boolean smaller) {
        if (smaller) {
            failures = 0;
            nextPause = FIRST_PAUSE;
        } else if (++failures >= MAX_FAILURES) {
            failures = 0;
            remainingPause = nextPause;
            nextPause = Math.min(MAX_PAUSE, 2 * nextPause);
        }
    }
}
