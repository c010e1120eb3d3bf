package io.parley.conformance;

/** Thrown if the implementation under test does not have the feature of a case. */
final class NotApplicable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotApplicable(String reason) {
        super(reason);
    }
}
