package io.parley.delta;

/**
 * Decides when to try differences: after a few messages in a row that were hardly smaller they rest for a while; each
 * time they fail again, for twice as long. Counts messages, not time. Guarded by its owner.
 */
final class Pace {
    /** Messages in a row that may be no smaller before differences rest. */
    static final int PATIENCE = 4;

    static final int FIRST_REST = 64;
    static final int LONGEST_REST = 4096;

    private int failures;
    private int rest = FIRST_REST;
    private int resting;

    /** Asked once a message: whether a difference is to be tried, or something kept for one. */
    boolean isWorthTrying() {
        if (resting > 0) {
            resting--;
            return false;
        }
        return true;
    }

    /** A difference was made, and was smaller or not. */
    void tried(boolean smaller) {
        if (smaller) {
            failures = 0;
            rest = FIRST_REST;
        } else if (++failures >= PATIENCE) {
            failures = 0;
            resting = rest;
            rest = Math.min(LONGEST_REST, 2 * rest);
        }
    }
}
