package io.parley.conformance.raw;

/** Thrown if the peer sends REFUSE in place of ACCEPT. */
public final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;

    RefusedException(int code, String text) {
        super("refused with code " + code + ": " + text);
        this.code = code;
    }

    /** Returns the number of the error code. */
    public int code() {
        return code;
    }
}
