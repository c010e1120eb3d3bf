package io.parley.transport.http;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Request line and headers of a request. Immutable; may be kept. */
public final class RequestHead {
    private final String method;
    private final String path;
    private final String query;
    private final HttpHeaders headers;
    private final String remote;
    private final boolean secure;

    RequestHead(HttpRequest request, String target, String remote, boolean secure) {
        this.method = request.method().name();
        int mark = target.indexOf('?');
        this.path = mark < 0 ? target : target.substring(0, mark);
        this.query = mark < 0 ? "" : target.substring(mark + 1);
        this.headers = request.headers();
        this.remote = remote;
        this.secure = secure;
    }

    /** Returns the method, such as {@code GET}. */
    public String method() {
        return method;
    }

    /** Returns the path as sent, not decoded or normalized: it may be compared, not interpreted. */
    public String path() {
        return path;
    }

    /** Returns the query as sent, without the question mark; empty if there is none. */
    public String query() {
        return query;
    }

    /** Returns the first value of a header; null if it is absent. */
    public @Nullable String header(String name) {
        return headers.get(name);
    }

    /** Returns all values of a header. */
    public List<String> all(String name) {
        return headers.getAll(name);
    }

    /** Returns whether a header, read as a comma-separated list, contains the value. */
    public boolean has(String name, String value) {
        return headers.containsValue(name, value, true);
    }

    /** Returns the address of the sender, for logs. */
    public String remote() {
        return remote;
    }

    /** Returns whether the request was received over TLS. */
    public boolean isSecure() {
        return secure;
    }
}
