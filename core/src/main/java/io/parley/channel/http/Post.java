package io.parley.channel.http;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request of the http channel.
 *
 * @param connection 32 hexadecimal digits
 * @param number 1, 2, 3, ... on its connection
 * @param end true if the opening side sends nothing after it
 * @param node the node it is addressed to; empty if its sender did not name one
 * @param body zero or more whole frames; the receiver of the post releases it
 */
public record Post(String connection, long number, boolean end, String node, ByteBuf body) {
    private static final Pattern CONNECTION = Pattern.compile("[0-9a-f]{32}");
    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,15}");

    /** Creates a post that any node may accept. */
    public Post(String connection, long number, boolean end, ByteBuf body) {
        this(connection, number, end, "", body);
    }

    /** The parsed headers of a request whose body is still to be read. */
    public record Head(String connection, long number, boolean end, String node) {
        /** Returns the complete request. The receiver of the post releases its body. */
        public Post with(ByteBuf body) {
            return new Post(connection, number, end, node, body);
        }
    }

    /**
     * Parses the headers of a request.
     *
     * @param headers returns the value of a header, or null
     * @throws ParleyException {@code PROTOCOL} if a header is missing or malformed
     */
    public static Head head(UnaryOperator<@Nullable String> headers) {
        String connection = headers.apply(HttpFrames.CONNECTION_HEADER);
        String number = headers.apply(HttpFrames.NUMBER_HEADER);
        String end = headers.apply(HttpFrames.END_HEADER);
        if (connection == null || !CONNECTION.matcher(connection).matches()) {
            throw malformed(HttpFrames.CONNECTION_HEADER, "32 hexadecimal digits");
        }
        if (number == null || !NUMBER.matcher(number).matches()) {
            throw malformed(HttpFrames.NUMBER_HEADER, "a number from 1 on");
        }
        if (end != null && !end.equals(HttpFrames.END)) {
            throw malformed(HttpFrames.END_HEADER, HttpFrames.END + " or no such header");
        }
        String node = headers.apply(Affinity.NODE_HEADER);
        if (node != null && !Affinity.isNode(node)) {
            throw malformed(Affinity.NODE_HEADER, "16 hexadecimal digits or no such header");
        }
        return new Head(connection, Long.parseLong(number), end != null, node == null ? "" : node);
    }

    /** Returns a copy with a retained duplicate of the body. */
    Post copy() {
        return new Post(connection, number, end, node, body.retainedDuplicate());
    }

    /** Returns the headers that {@link #head} parses, except for the node, which is the same for all posts to a URL. */
    public Map<String, String> headers() {
        Map<String, String> headers = new TreeMap<>();
        headers.put(HttpFrames.CONNECTION_HEADER, connection);
        headers.put(HttpFrames.NUMBER_HEADER, Long.toString(number));
        if (end) {
            headers.put(HttpFrames.END_HEADER, HttpFrames.END);
        }
        return headers;
    }

    private static ParleyException malformed(String header, String expected) {
        return new ParleyException(ErrorCode.PROTOCOL, "http header " + header + ": expected " + expected);
    }
}
