package io.parley.channel.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * The response to one {@link Post}.
 *
 * @param status 200; any other ends the connection
 * @param end true if the accepting side sends nothing after it
 * @param body zero or more whole frames; the receiver of the reply releases it
 */
public record Reply(int status, boolean end, ByteBuf body) {
    /** Status of an accepted request. */
    public static final int OK = 200;
    /** Status of a request without the headers of a post. */
    public static final int MALFORMED = 400;
    /** Status of a post on another caller's connection. */
    public static final int FOREIGN = 403;
    /** Status of a post on an unknown or closed connection. */
    public static final int UNKNOWN = 404;
    /** Status of a post whose number was used before or is too far ahead. */
    public static final int OUT_OF_ORDER = 409;
    /** Status of a post whose body exceeds {@link HttpFrames#MOST_BODY_BYTES}. */
    public static final int TOO_LONG = 413;
    /** Status of a post for another node: it was not read and may be sent again (RFC 9110, section 15.5.20). */
    public static final int WRONG_NODE = 421;
    /** Status of a post while too many connections are pending. */
    public static final int TOO_MANY = 503;

    /** Returns a reply without frames that ends the connection. */
    public static Reply refusal(int status) {
        return new Reply(status, true, Unpooled.EMPTY_BUFFER);
    }
}
