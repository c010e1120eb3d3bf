package io.parley.conformance;

/** Thrown if an implementation behaves differently than the page specifies. */
final class Mismatch extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String expected;
    private final String found;

    Mismatch(String expected, String found) {
        super("expected " + expected + ", found " + found);
        this.expected = expected;
        this.found = found;
    }

    String expected() {
        return expected;
    }

    String found() {
        return found;
    }
}
