package io.parley.representation.tdxml;

/** Signals that the rows are not in canonical order; handled within this package. */
final class OutOfOrderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OutOfOrderException() {
        super("rows in another order", null, false, false);
    }
}
