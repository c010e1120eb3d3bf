package io.parley.transport.http.endpoint;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.websocket.WebSocket;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.Optional;

/** Response without a SOAP message in place of one, such as a page of a proxy or a refusal of the HTTP server. */
final class NotSoap {
    private static final int FIRST_REDIRECT = 300;

    private NotSoap() {}

    /**
     * Returns the error of the call, with the meaning of the status. Nothing of the response's content is in it.
     *
     * @param expected what was expected of the content
     */
    static ParleyException error(HttpResponse<?> response, String expected) {
        int status = response.statusCode();
        String at = response.uri() + ": ";
        if (status < FIRST_REDIRECT) {
            return new ParleyException(ErrorCode.PROTOCOL, at + expected + ", in a response with the status " + status)
                    .afterDispatch();
        }
        String text = at + "expected a SOAP message, found the status " + status + ": " + meaning(status);
        // Parley's server names its reason, and has dispatched nothing.
        Optional<ErrorCode> refused = response.headers()
                .firstValue(WebSocket.CODE_HEADER)
                .flatMap(name -> Arrays.stream(ErrorCode.values())
                        .filter(code -> code.name().equals(name))
                        .findFirst());
        return refused.map(code -> new ParleyException(code, text))
                .orElseGet(() -> new ParleyException(ErrorCode.PROTOCOL, text).afterDispatch());
    }

    private static String meaning(int status) {
        return switch (status) {
            case 401, 407 -> "the caller is not known there; send credentials, or others";
            case 403 -> "the caller may not call it";
            case 404, 410 -> "there is nothing at this path";
            case 405, 501 -> "no POST is taken at this path";
            case 408 -> "the request was too slow";
            case 413 -> "the request is longer than the server takes, a service of Parley parley.limits.message-bytes";
            case 415 -> "the server does not take this media type, character set or content coding";
            case 429 -> "the server takes no more requests now";
            case 502, 504 -> "a proxy answers, and no service behind it";
            case 503 -> "the server is overloaded or about to stop, or a proxy finds no service";
            default -> status < 400 ? "the service is elsewhere, or wants a login" : "no reason is known";
        };
    }
}
