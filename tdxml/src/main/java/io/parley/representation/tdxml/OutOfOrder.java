package io.parley.representation.tdxml;

/** The rows are not where the canonical order has them; never leaves the room. */
final class OutOfOrder extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OutOfOrder() {
        super("rows in another order", null, false, false);
    }
}
