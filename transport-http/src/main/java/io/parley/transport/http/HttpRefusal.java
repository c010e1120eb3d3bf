package io.parley.transport.http;

import io.parley.ErrorCode;

/**
 * A request that is not served. The connection is closed behind the answer, since what follows on it may be anything.
 * Holds nothing of the request.
 */
public final class HttpRefusal extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final ErrorCode code;

    /**
     * @param status of HTTP (RFC 9110, section 15)
     * @param code the error code of Parley
     * @param text expected and found
     */
    public HttpRefusal(int status, ErrorCode code, String text) {
        super(text, null, false, false);
        this.status = status;
        this.code = code;
    }

    /** The status of the answer. */
    public int status() {
        return status;
    }

    /** The code, for logs and the answer's text. */
    public ErrorCode code() {
        return code;
    }

    String text() {
        return code + ": " + getMessage();
    }
}
