package io.parley.console;

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
 * The operator's page and what it asks for, without a server: whoever serves it has let the caller in, hands requests over and sends the
 * replies. Its address ends with a slash. Thread-safe; {@link #on} may block for an order to a node elsewhere.
 *
 * <table>
 * <caption>Below its address</caption>
 * <tr><td>{@code GET} nothing, {@code console.css}, {@code console.js}</td><td>the page</td></tr>
 * <tr><td>{@code GET status}</td><td>the status of the first node as JSON</td></tr>
 * <tr><td>{@code GET events}</td><td>the status of all nodes as server-sent events, each two seconds</td></tr>
 * <tr><td>{@code POST orders}</td><td>an order, by a form</td></tr>
 * </table>
 */
public final class ConsolePage implements AutoCloseable {
    /** Header of orders. Pages of other sites cannot send it unless they are allowed to, and nobody is. */
    public static final String ORDER_HEADER = "Parley-Console";

    /** Longest form of an order. */
    public static final int MOST_FORM_BYTES = 4096;

    /** Audit of orders: who did what. */
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

    /** Returns a page that shows these nodes. */
    public static ConsolePage of(List<Node> nodes) {
        if (nodes.isEmpty()) {
            throw new IllegalArgumentException("expected at least one node");
        }
        return new ConsolePage(List.copyOf(nodes));
    }

    /**
     * A request that was let in.
     *
     * @param method GET, HEAD or POST
     * @param below the path below the page's address
     * @param headers finds the first value of a header
     * @param form the body of a POST
     * @param operator who asks, for the audit: a name, or an address where nobody has a name
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
     * The reply.
     *
     * @param headers all that it has to have
     * @param body text in UTF-8; empty for events, which follow one by one
     * @param events whether the connection stays open for a {@link Listener}
     */
    public record Reply(int status, Map<String, String> headers, String body, boolean events) {}

    /** Receiver of events. Thread-safe; does not block: one that is slow leaves events out. */
    public interface Listener {
        /** Sends whole events, as they are. */
        void send(byte[] events);

        /** Ends the connection: no event follows. */
        void end();
    }

    /** A token that the application wants with each order, as frameworks have it against requests of other sites. */
    public record Token(String header, String value) {}

    /** Replies to a request. */
    public Reply on(Request request) {
        return on(request, Optional.empty());
    }

    /** Replies to a request; the page shows the token to its script. */
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

    /** Lets it hear of all nodes; returns false if too many do. */
    public boolean listen(Listener listener) {
        return feed.add(listener);
    }

    /** Ends that. */
    public void leave(Listener listener) {
        feed.remove(listener);
    }

    /** Returns the number of those who listen. */
    public int listeners() {
        return feed.listeners();
    }

    private Reply status() {
        try {
            return reply(200, JSON, nodes.get(0).status());
        } catch (IOException e) {
            return plain(502, String.valueOf(e.getMessage()));
        }
    }

    private Reply order(Request request) {
        Optional<String> foreign = foreign(request.headers());
        if (foreign.isPresent()) {
            AUDIT.warn("an order of {} was refused: {}", shown(request.operator()), foreign.get());
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
            return plain(502, String.valueOf(e.getMessage()));
        }
    }

    /** Returns why an order may come of a page of another site. */
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
            return false; // "null", which an origin without a name has, is no address either
        }
    }

    /** Attack: names with line ends, which forge lines of a log. */
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

    /** Ends all events. */
    @Override
    public void close() {
        feed.close();
    }
}
