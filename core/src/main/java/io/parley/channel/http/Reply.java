package io.parley.channel.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * The response to one {@link Post}.
 *
 * @param status 200; any other ends the connection
 * @param end whether the accepting side sends nothing after it
 * @param body whole frames, maybe none; whoever takes the reply releases it
 */
public record Reply(int status, boolean end, ByteBuf body) {
    /** The request was taken. */
    public static final int OK = 200;
    /** Status of a request without the headers of a post. */
    public static final int MALFORMED = 400;
    /** Status of a post on somebody else's connection. */
    public static final int FOREIGN = 403;
    /** Status of a post on an unknown or closed connection. */
    public static final int UNKNOWN = 404;
    /** Status of a post whose number was used, or is too far ahead. */
    public static final int OUT_OF_ORDER = 409;
    /** Status of a post whose body is longer than any may be. */
    public static final int TOO_LONG = 413;
    /** Status of a post for another node: nothing of it was read, and it may be sent again (RFC 9110, 15.5.20). */
    public static final int WRONG_NODE = 421;
    /** Status of a post while too many connections are not accepted yet. */
    public static final int TOO_MANY = 503;

    /** Returns a reply without frames, after which nothing comes. */
    public static Reply refusal(int status) {
        return new Reply(status, true, Unpooled.EMPTY_BUFFER);
    }
}
