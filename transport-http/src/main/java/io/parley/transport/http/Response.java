package io.parley.transport.http;

import java.util.Map;

/**
 * The answer to one request.
 *
 * @param headers without those about the transfer of the body; names and values are the site's own, never a peer's
 * @param body the receiver of the response closes it
 */
public record Response(int status, Map<String, String> headers, Body body) {
    public Response {
        headers = Map.copyOf(headers);
    }

    /** Returns a response without a body. */
    public static Response empty(int status) {
        return new Response(status, Map.of(), Body.empty());
    }
}
