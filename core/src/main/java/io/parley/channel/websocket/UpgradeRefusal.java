package io.parley.channel.websocket;

import io.parley.ErrorCode;

/** An upgrade that is refused. Holds nothing of the request. */
public final class UpgradeRefusal extends Exception {
    private static final long serialVersionUID = 1L;

    /** The status where another version of the protocol was asked for. */
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

    /** The status of the answer. */
    public int status() {
        return status;
    }

    /** Returns the error code for the answer's header and text. */
    public ErrorCode code() {
        return code;
    }

    /** Expected and found. */
    public String text() {
        return code + ": " + getMessage();
    }
}
