package io.parley.conformance;

/**
 * What came of a case.
 *
 * @param id of the case: its section and number, {@code 9.H1/2}
 * @param expected what the page says, empty unless it failed
 * @param found what came instead, or why it was skipped
 */
public record Result(String id, String title, Outcome outcome, String expected, String found, long millis) {
    /** Returns the section of docs/protocol.md, with the row of its table. */
    public String section() {
        return id.substring(0, id.indexOf('/'));
    }

    /** Whether a case holds. */
    public enum Outcome {
        PASSED,
        FAILED,
        /** Who is judged does not have what the case is about. */
        SKIPPED
    }
}
