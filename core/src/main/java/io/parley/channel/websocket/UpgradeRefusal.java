package io.parley.channel.websocket;

import io.parley.ErrorCode;

/** The refusal of an upgrade request. Holds no content of the request. */
public final class UpgradeRefusal extends Exception {
    private static final long serialVersionUID = 1L;

    /** HTTP status of the refusal of another WebSocket version. */
    public static final int OTHER_VERSION = 426;

    static final int MALFORMED = 400;
    static final int FORBIDDEN = 403;
    static final int UNAVAILABLE = 503;

    private final int status;
    private final ErrorCode code;

    UpgradeRefusal(int status, ErrorCode code, String text) {
        super(text, null, false, false);
        this.status = status;
        this.code = code;
    }

    /** Returns the HTTP status of the response. */
    public int status() {
        return status;
    }

    /** Returns the error code for the response's header and text. */
    public ErrorCode code() {
        return code;
    }

    /** Returns the text of the response: the code, expected and found. */
    public String text() {
        return code + ": " + getMessage();
    }
}
