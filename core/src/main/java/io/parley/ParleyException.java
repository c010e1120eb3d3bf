package io.parley;

import org.jspecify.annotations.Nullable;

/**
 * The one exception of Parley: an {@link ErrorCode} and a text that says what was expected, what came, where, and what
 * to do about it. The text never holds message content.
 */
public final class ParleyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    /** The message is the code's name and the text. */
    public ParleyException(ErrorCode code, String text) {
        super(code + ": " + text);
        this.code = code;
    }

    public ParleyException(ErrorCode code, String text, @Nullable Throwable cause) {
        super(code + ": " + text, cause);
        this.code = code;
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

    public ErrorCode code() {
        return code;
    }
}
