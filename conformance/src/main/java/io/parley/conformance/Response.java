package io.parley.conformance;

import io.parley.conformance.raw.RawOffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A response of the suite's service, by HTTP or, without its headers, from a queue.
 *
 * @param headers lines in addition to those of every response
 */
record Response(int status, String type, String body, List<String> headers) {
    Response(int status, String type, String body) {
        this(status, type, body, List.of());
    }

    String toHttp() {
        int length = body.getBytes(StandardCharsets.UTF_8).length;
        StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " of the suite\r\nContent-Type: " + type
                + "; charset=utf-8\r\nContent-Length: " + length + "\r\nConnection: close\r\n");
        for (String each : headers) {
            head.append(each).append("\r\n");
        }
        return head + "\r\n" + body;
    }

    static Response fault() {
        String soap = RawOffer.soap(1);
        return new Response(
                500,
                "text/xml",
                "<s:Envelope xmlns:s=\"" + soap + "\"><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring>"
                        + "the service of the suite has no operations</faultstring></s:Fault></s:Body></s:Envelope>");
    }
}
