package io.parley.channel.http;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The words and numbers of the http channel (docs/protocol/channels.md, "The http channel"). */
public final class HttpFrames {
    /** The channel's term in offers. */
    public static final String CHANNEL = "http";

    /** Content type of requests and of their responses. */
    public static final String CONTENT_TYPE = "application/vnd.parley.frames";

    /** Header: which connection a request is for. */
    public static final String CONNECTION_HEADER = "Parley-Connection";

    /** Header: the number of a request on its connection. */
    public static final String NUMBER_HEADER = "Parley-Post";

    /** Header: nothing follows from the side that sends it. */
    public static final String END_HEADER = "Parley-End";

    /** The only value of {@link #END_HEADER}. */
    public static final String END = "true";

    /** A body is not made longer than this, unless by its only frame. */
    public static final int BODY_BYTES = 512 * 1024;

    /**
     * After a body of so many bytes another is likely: a request more is kept there for it, or is answered for its
     * room.
     */
    public static final int LONG_BODY_BYTES = BODY_BYTES / 2;

    /** A body that is longer than this is refused unread. */
    public static final int MOST_BODY_BYTES = 4 * 1024 * 1024;

    /** Requests of a connection that may be unanswered at a time. */
    public static final int MOST_OUTSTANDING = 3;

    /** Requests of a connection that are left unanswered for want of frames; a further one has the oldest answered. */
    public static final int MOST_HELD = 2;

    /** Time for which a request is held without frames to answer it. */
    public static final Duration HOLD = Duration.ofSeconds(20);

    /** Time after which a connection without a request is abandoned. */
    public static final Duration ABANDONED = Duration.ofSeconds(15);

    private HttpFrames() {}

    /** Returns whether a request or response of this content type is one of the http channel. */
    public static boolean isOurs(@Nullable String contentType) {
        if (contentType == null) {
            return false;
        }
        int parameters = contentType.indexOf(';');
        String bare = parameters < 0 ? contentType : contentType.substring(0, parameters);
        return bare.trim().toLowerCase(Locale.ROOT).equals(CONTENT_TYPE);
    }
}
