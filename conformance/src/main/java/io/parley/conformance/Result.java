package io.parley.conformance;

/**
 * The result of a case.
 *
 * @param id section and number of the case: {@code 9.H1/2}
 * @param title of the case
 * @param expected behaviour by the page, empty unless the case failed
 * @param found actual behaviour, or why the case was skipped
 * @param millis duration
 */
public record Result(String id, String title, Outcome outcome, String expected, String found, long millis) {
    /** Returns the section of docs/protocol.md, with the row of its table. */
    public String section() {
        return id.substring(0, id.indexOf('/'));
    }

    /** Outcome of a case. */
    public enum Outcome {
        PASSED,
        FAILED,
        /** The implementation under test does not have the feature of the case. */
        SKIPPED
    }
}
