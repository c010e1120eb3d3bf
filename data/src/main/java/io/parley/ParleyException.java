package io.parley;

import org.jspecify.annotations.Nullable;

/**
 * The one exception of Parley: an {@link ErrorCode} and a text that says what was expected, what came, where, and what
 * to do about it. The text never holds message content.
 */
public final class ParleyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final boolean dispatched;

    /** The message is the code's name and the text. */
    public ParleyException(ErrorCode code, String text) {
        this(code, text, null);
    }

    public ParleyException(ErrorCode code, String text, @Nullable Throwable cause) {
        this(code, text, cause, false);
    }

    private ParleyException(ErrorCode code, String text, @Nullable Throwable cause, boolean dispatched) {
        super(code + ": " + text, cause);
        this.code = code;
        this.dispatched = dispatched;
    }

    /** A value above a limit: names the limit, its value and its setting. */
    public static ParleyException limit(Limit limit, long allowed, long found, String where) {
        return new ParleyException(
                ErrorCode.LIMIT,
                where + ": expected at most " + allowed + " " + limit.unit() + ", found " + found + "; the setting is "
                        + limit.setting());
    }

    /** Content that cannot be decoded. */
    public static ParleyException malformed(String expected, String found, String where) {
        return new ParleyException(ErrorCode.MALFORMED_MESSAGE, where + ": expected " + expected + ", found " + found);
    }

    /** The text without the code's name before it. */
    public String text() {
        String message = getMessage();
        return message == null ? "" : message.substring(code.name().length() + 2);
    }

    /** Returns the kind of error, as it travels in frames; {@link #retry} says whether to send again. */
    public ErrorCode code() {
        return code;
    }

    /**
     * Returns whether the message that met this may be sent again: as its code says, unless work on it may have begun.
     */
    public ErrorCode.Retry retry() {
        return dispatched ? ErrorCode.Retry.NEVER : code.retry();
    }

    /** The same, of a message that work may have begun on. */
    public ParleyException afterDispatch() {
        return new ParleyException(code, text(), this, true);
    }
}
