package io.parley.transport.http;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The first line and the headers of a request, in order. Immutable; may be kept. */
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

    /** Returns the path as it was sent, with nothing decoded or resolved: it is to be compared, not interpreted. */
    public String path() {
        return path;
    }

    /** Returns the part behind the question mark, as it was sent; empty if there is none. */
    public String query() {
        return query;
    }

    /** The value of a header, of several the first; null if it is absent. */
    public @Nullable String header(String name) {
        return headers.get(name);
    }

    /** Returns all values of a header. */
    public List<String> all(String name) {
        return headers.getAll(name);
    }

    /** Returns whether the header, as a list, has that value. */
    public boolean has(String name, String value) {
        return headers.containsValue(name, value, true);
    }

    /** Returns the sender, for logs. */
    public String remote() {
        return remote;
    }

    /** Returns whether it came by TLS. */
    public boolean isSecure() {
        return secure;
    }
}
