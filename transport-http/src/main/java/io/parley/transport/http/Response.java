package io.parley.transport.http;

import java.util.HashMap;
import java.util.Map;

/**
 * The answer to one request.
 *
 * @param headers besides those that say how the body travels; names and values are the site's own, never a peer's
 * @param body whoever takes the response closes it
 */
public record Response(int status, Map<String, String> headers, Body body) {
    public Response {
        headers = Map.copyOf(headers);
    }

    /** The same with one header more. */
    public Response with(String name, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(name, value);
        return new Response(status, more, body);
    }

    /** One without a body. */
    public static Response empty(int status) {
        return new Response(status, Map.of(), Body.empty());
    }
}
