package io.parley.transport.http;

import java.util.HashMap;
import java.util.Map;

/**
 * Response to one request.
 *
 * @param status the HTTP status
 * @param headers without those about the transfer of the body; names and values are the site's own, never a peer's
 * @param body closed by the receiver of the response
 */
public record Response(int status, Map<String, String> headers, Body body) {
    public Response {
        headers = Map.copyOf(headers);
    }

    /** Returns a copy of this response with an additional header. */
    public Response with(String name, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(name, value);
        return new Response(status, more, body);
    }

    /** Returns a response without a body. */
    public static Response empty(int status) {
        return new Response(status, Map.of(), Body.empty());
    }
}
