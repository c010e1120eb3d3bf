package io.parley.channel.http;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Names and limits of the http channel (docs/protocol/channels.md, "The http channel"). */
public final class HttpFrames {
    /** The channel's term in offers. */
    public static final String CHANNEL = "http";

    /** Content type of requests and of their responses. */
    public static final String CONTENT_TYPE = "application/vnd.parley.frames";

    /** Header that identifies the connection of a request. */
    public static final String CONNECTION_HEADER = "Parley-Connection";

    /** Header with the number of a request on its connection. */
    public static final String NUMBER_HEADER = "Parley-Post";

    /** Header that marks the last body of the side that sends it. */
    public static final String END_HEADER = "Parley-End";

    /** The only value of {@link #END_HEADER}. */
    public static final String END = "true";

    /** Maximum length of a body in bytes, unless it holds a single longer frame. */
    public static final int BODY_BYTES = 512 * 1024;

    /**
     * Body length in bytes after which another body is likely: an additional request is then held for it, or answered
     * to make room for it.
     */
    public static final int LONG_BODY_BYTES = BODY_BYTES / 2;

    /** Maximum length of a body in bytes; a longer one is refused unread. */
    public static final int MOST_BODY_BYTES = 4 * 1024 * 1024;

    /** Maximum number of unanswered requests of a connection. */
    public static final int MOST_OUTSTANDING = 3;

    /**
     * Maximum number of requests of a connection that are held without frames to send; a further one causes the oldest
     * to be answered.
     */
    public static final int MOST_HELD = 2;

    /** Time for which a request is held while there are no frames to answer it with. */
    public static final Duration HOLD = Duration.ofSeconds(20);

    /** Time after which a connection without a request is closed. */
    public static final Duration ABANDONED = Duration.ofSeconds(15);

    private HttpFrames() {}

    /** Returns whether a content type is that of the http channel. */
    public static boolean isOurs(@Nullable String contentType) {
        if (contentType == null) {
            return false;
        }
        int parameters = contentType.indexOf(';');
        String bare = parameters < 0 ? contentType : contentType.substring(0, parameters);
        return bare.trim().toLowerCase(Locale.ROOT).equals(CONTENT_TYPE);
    }
}
