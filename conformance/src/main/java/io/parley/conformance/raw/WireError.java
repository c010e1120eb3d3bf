package io.parley.conformance.raw;

/** Bytes or messages that are not what the pages say. */
public final class WireError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public WireError(String message) {
        super(message);
    }
}
