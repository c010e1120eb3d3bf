package io.parley.conformance.raw;

/** Thrown for bytes or messages that violate the protocol's pages. */
public final class WireError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public WireError(String message) {
        super(message);
    }
}
