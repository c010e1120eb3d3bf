package io.parley;

import org.jspecify.annotations.Nullable;

/**
 * The exception of Parley: an {@link ErrorCode} and a text that says what was expected, what was found, where, and how
 * to fix it. The text never contains message content.
 */
public final class ParleyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final boolean dispatched;

    /** Creates an exception whose message is the name of the code and the text. */
    public ParleyException(ErrorCode code, String text) {
        this(code, text, null);
    }

    /** Creates an exception whose message is the name of the code and the text. */
    public ParleyException(ErrorCode code, String text, @Nullable Throwable cause) {
        this(code, text, cause, false);
    }

    private ParleyException(ErrorCode code, String text, @Nullable Throwable cause, boolean dispatched) {
        super(code + ": " + text, cause);
        this.code = code;
        this.dispatched = dispatched;
    }

    /** Returns the exception for a value above a limit, with the limit's value and setting. */
    public static ParleyException limit(Limit limit, long allowed, long found, String where) {
        return new ParleyException(
                ErrorCode.LIMIT,
                where + ": expected at most " + allowed + " " + limit.unit() + ", found " + found + "; the setting is "
                        + limit.setting());
    }

    /** Returns the exception for content that cannot be decoded. */
    public static ParleyException malformed(String expected, String found, String where) {
        return new ParleyException(ErrorCode.MALFORMED_MESSAGE, where + ": expected " + expected + ", found " + found);
    }

    /** Returns the text without the leading name of the code. */
    public String text() {
        String message = getMessage();
        return message == null ? "" : message.substring(code.name().length() + 2);
    }

    /** Returns the error code, as it travels in frames. To decide on a retry use {@link #retry}. */
    public ErrorCode code() {
        return code;
    }

    /**
     * Returns whether the failed message may be sent again: as its code says, but never if it may have been dispatched.
     */
    public ErrorCode.Retry retry() {
        return dispatched ? ErrorCode.Retry.NEVER : code.retry();
    }

    /** Returns this exception for a message that may have been dispatched, so that it must not be sent again. */
    public ParleyException afterDispatch() {
        return new ParleyException(code, text(), this, true);
    }
}
