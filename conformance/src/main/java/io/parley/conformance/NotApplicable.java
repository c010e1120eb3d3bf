package io.parley.conformance;

/** Who is judged does not have what a case is about. */
final class NotApplicable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotApplicable(String reason) {
        super(reason);
    }
}
