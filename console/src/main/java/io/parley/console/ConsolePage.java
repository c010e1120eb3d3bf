package io.parley.console;

import io.parley.Causes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Operator's page and its requests, independent of a server. The server admits callers, passes requests in and sends
 * the replies. The page's path ends with a slash. Thread-safe; {@link #on} may block for an order to a remote node.
 *
 * <table>
 * <caption>Paths below the page's path</caption>
 * <tr><td>{@code GET} nothing, {@code console.css}, {@code console.js}</td><td>the page</td></tr>
 * <tr><td>{@code GET status}</td><td>the status of the first node as JSON</td></tr>
 * <tr><td>{@code GET events}</td><td>the status of all nodes as server-sent events, every two seconds</td></tr>
 * <tr><td>{@code POST orders}</td><td>an order, as a form</td></tr>
 * </table>
 */
public final class ConsolePage implements AutoCloseable {
    /** Header of orders. Pages of other sites cannot send it unless CORS allows them to, and it never does. */
    public static final String ORDER_HEADER = "Parley-Console";

    /** Maximum length of an order's form. */
    public static final int MOST_FORM_BYTES = 4096;

    /** Audit log of orders. */
    private static final Logger AUDIT = LoggerFactory.getLogger("io.parley.console.audit");

    private static final Duration BEAT = Duration.ofSeconds(2);
    private static final String PAGE = "text/html; charset=UTF-8";
    private static final String JSON = "application/json";
    private static final String TOKEN_PLACE = "<!-- token -->";

    private final List<Node> nodes;
    private final EventFeed feed;

    private ConsolePage(List<Node> nodes) {
        this.nodes = nodes;
        this.feed = new EventFeed(nodes, BEAT);
    }

    /**
     * Creates a page that shows the given nodes.
     *
     * @throws IllegalArgumentException if there are none
     */
    public static ConsolePage of(List<Node> nodes) {
        if (nodes.isEmpty()) {
            throw new IllegalArgumentException("expected at least one node");
        }
        return new ConsolePage(List.copyOf(nodes));
    }

    /**
     * Request of an admitted caller.
     *
     * @param method GET, HEAD or POST
     * @param below path below the page's path
     * @param headers returns the first value of a header
     * @param form body of a POST
     * @param operator caller for the audit log: a name, or an address if there are no names
     */
    public record Request(String method, String below, Headers headers, String form, String operator) {}

    /** Headers of a request. */
    @FunctionalInterface
    public interface Headers {
        /** Returns the first value of a header; null if it is absent. */
        @Nullable
        String get(String name);
    }

    /**
     * Reply to a request.
     *
     * @param status the HTTP status
     * @param headers all headers to send
     * @param body text in UTF-8; empty for events, which follow one by one
     * @param events true if the connection stays open for a {@link Listener}
     */
    public record Reply(int status, Map<String, String> headers, String body, boolean events) {}

    /** Receiver of events. Thread-safe and non-blocking: a slow receiver skips events. */
    public interface Listener {
        /** Sends encoded events unchanged. */
        void send(byte[] events);

        /** Ends the connection: no event follows. */
        void end();
    }

    /** Token that the application requires with each order, as frameworks do against cross-site request forgery. */
    public record Token(String header, String value) {}

    /** Replies to a request. */
    public Reply on(Request request) {
        return on(request, Optional.empty());
    }

    /** Replies to a request; the page passes the token to its script. */
    public Reply on(Request request, Optional<Token> token) {
        boolean reads = request.method().equals("GET") || request.method().equals("HEAD");
        if (request.below().equals("orders")) {
            return request.method().equals("POST") ? order(request) : plain(405, "expected POST");
        }
        if (!reads) {
            return plain(405, "expected GET");
        }
        return switch (request.below()) {
            case "" -> reply(200, PAGE, page(token));
            case "console.css" -> reply(200, "text/css; charset=UTF-8", resource("console.css"));
            case "console.js" -> reply(200, "text/javascript; charset=UTF-8", resource("console.js"));
            case "status" -> status();
            case "events" -> new Reply(200, headers("text/event-stream"), "", true);
            default -> plain(404, "expected the page or what belongs to it");
        };
    }

    /** Registers a listener of all nodes; returns false if there are too many. */
    public boolean listen(Listener listener) {
        return feed.add(listener);
    }

    /** Removes a listener. */
    public void leave(Listener listener) {
        feed.remove(listener);
    }

    /** Returns the number of listeners. */
    public int listeners() {
        return feed.listeners();
    }

    private Reply status() {
        try {
            return reply(200, JSON, nodes.get(0).status());
        } catch (IOException e) {
            return plain(502, Causes.text(e));
        }
    }

    private Reply order(Request request) {
        Optional<String> foreign = foreign(request.headers());
        if (foreign.isPresent()) {
            AUDIT.warn("Refused an order of {}: {}", shown(request.operator()), foreign.get());
            return plain(403, foreign.get());
        }
        try {
            int number = Order.node(request.form());
            Order order = Order.read(request.form());
            if (number < 0 || number >= nodes.size()) {
                return plain(404, "expected the number of a node that is shown");
            }
            Node node = nodes.get(number);
            AUDIT.warn(
                    "{} ordered {} for {} of {}",
                    shown(request.operator()),
                    order.kind(),
                    order.endpoint().isEmpty() ? "the whole process" : shown(order.endpoint()),
                    shown(node.name()));
            node.take(order);
            return plain(200, "done");
        } catch (IllegalArgumentException e) {
            return plain(400, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return plain(502, Causes.text(e));
        }
    }

    /** Returns why an order may come from a page of another site; empty if it does not. */
    private static Optional<String> foreign(Headers headers) {
        String site = headers.get("Sec-Fetch-Site");
        if (headers.get(ORDER_HEADER) == null) {
            return Optional.of("expected the header " + ORDER_HEADER);
        }
        if (site != null && !site.equals("same-origin")) {
            return Optional.of("expected an order of this page, found one of another site");
        }
        String origin = headers.get("Origin");
        if (origin != null && !isOf(origin, headers.get("Host"))) {
            return Optional.of("expected an order of this page, found one of another origin");
        }
        return Optional.empty();
    }

    private static boolean isOf(String origin, @Nullable String host) {
        try {
            return Objects.equals(URI.create(origin).getAuthority(), host);
        } catch (IllegalArgumentException e) {
            return false; // "null", the value of an opaque origin, is not an address either
        }
    }

    /** Replaces control characters, which could forge lines of a log. */
    private static String shown(String name) {
        return name.replaceAll("[\\p{Cntrl}]", "?");
    }

    private static String page(Optional<Token> token) {
        String meta = token.map(known -> "<meta name=\"parley-token\" data-header=\"" + escaped(known.header())
                        + "\" content=\"" + escaped(known.value()) + "\">")
                .orElse("");
        return resource("console.html").replace(TOKEN_PLACE, meta);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("\"", "&quot;")
                .replace("<", "&lt;")
                .replace(">", "&gt;");
    }

    private static String resource(String name) {
        try (InputStream in = ConsolePage.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Reply plain(int status, String text) {
        return reply(status, "text/plain; charset=UTF-8", text);
    }

    private static Reply reply(int status, String type, String body) {
        return new Reply(status, headers(type), body, false);
    }

    private static Map<String, String> headers(String type) {
        Map<String, String> headers = new TreeMap<>();
        headers.put("Content-Type", type);
        headers.put("Cache-Control", "no-store");
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("Referrer-Policy", "no-referrer");
        headers.put("Cross-Origin-Opener-Policy", "same-origin");
        headers.put("Cross-Origin-Resource-Policy", "same-origin");
        headers.put(
                "Content-Security-Policy",
                "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none';"
                        + " form-action 'none'; frame-ancestors 'none'");
        return headers;
    }

    /** Ends all event streams. */
    @Override
    public void close() {
        feed.close();
    }
}
