package io.parley.transport.http;

import io.parley.ErrorCode;

/**
 * Refusal of a request. The connection is closed after the response, since the following bytes may be anything.
 * Contains nothing of the request.
 */
public final class HttpRefusal extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final ErrorCode code;

    /**
     * Creates a refusal.
     *
     * @param status the HTTP status (RFC 9110, section 15)
     * @param code the error code of Parley
     * @param text what was expected, and what was found
     */
    public HttpRefusal(int status, ErrorCode code, String text) {
        super(text, null, false, false);
        this.status = status;
        this.code = code;
    }

    /** Returns the HTTP status of the response. */
    public int status() {
        return status;
    }

    /** Returns the error code, for logs and the text of the response. */
    public ErrorCode code() {
        return code;
    }

    String text() {
        return code + ": " + getMessage();
    }
}
