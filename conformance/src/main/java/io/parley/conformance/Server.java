package io.parley.conformance;

import io.parley.conformance.jms.ServedQueue;
import io.parley.conformance.quic.QuicConnection;
import io.parley.conformance.quic.QuicDialer;
import io.parley.conformance.raw.RawDigests;
import io.parley.conformance.raw.RawOffer;
import io.parley.conformance.raw.XmlTree;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A server under test: a service at a URL or at a queue, or a listener whose clients are invited. Thread-safe. */
public final class Server {
    private static final long MOST_NANOS = 20_000_000_000L;
    private static final long PAUSE_NANOS = 250_000_000L;
    /** Fingerprint of a client that describes no parts, so that everything it sends is infoset. */
    static final String NO_PARTS = RawDigests.data(Map.of());

    /**
     * An invitation, which opens one session without negotiation by messages.
     *
     * @param token valid for one OPEN
     * @param digest of the agreement
     * @param terms bytes of OPEN
     */
    @SuppressWarnings("ArrayRecordComponent") // bytes of the wire, never compared as parts of a record
    public record Invited(byte[] token, byte[] digest, byte[] terms) {}

    private final @Nullable URI url;
    private final @Nullable ServedQueue queue;
    private final @Nullable InetSocketAddress listener;
    private final @Nullable Supplier<Invited> invitations;
    private final QuicDialer dialer;

    private Server(
            @Nullable URI url,
            @Nullable ServedQueue queue,
            @Nullable InetSocketAddress listener,
            @Nullable Supplier<Invited> invitations,
            QuicDialer dialer) {
        this.url = url;
        this.queue = queue;
        this.listener = listener;
        this.invitations = invitations;
        this.dialer = dialer;
    }

    /**
     * Returns a server at an HTTP or HTTPS URL; any certificate is accepted.
     *
     * @throws IllegalArgumentException if the URL is of another scheme or has no host
     */
    public static Server at(URI url) {
        boolean isWeb = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
        if (!isWeb || url.getHost() == null) {
            throw new IllegalArgumentException("expected a URL of http or https, found " + url);
        }
        return new Server(url, null, HttpExchange.address(url), null, QuicConnection::open);
    }

    /** Returns a server of SOAP over JMS, whose channel is {@code jms}. */
    public static Server at(ServedQueue queue) {
        return new Server(null, queue, null, null, QuicConnection::open);
    }

    /**
     * Returns a server with only a stream listener.
     *
     * @param invitations supply invitations; without them, only the cases before a session apply
     */
    public static Server at(InetSocketAddress listener, @Nullable Supplier<Invited> invitations) {
        return new Server(null, null, listener, invitations, QuicConnection::open);
    }

    /** Returns the same server, whose tracks are reached by other QUIC connections than the suite's own. */
    public Server by(QuicDialer other) {
        return new Server(url, queue, listener, invitations, other);
    }

    /** Returns what opens QUIC connections with tracks. */
    QuicDialer dialer() {
        return dialer;
    }

    /**
     * Returns the service's URL.
     *
     * @throws NotApplicable if the server is not at a URL
     */
    URI url() {
        if (url == null) {
            throw new NotApplicable("terms are agreed by messages to a service alone");
        }
        return url;
    }

    /**
     * Returns the service's queue.
     *
     * @throws NotApplicable if the server is not at a queue
     */
    ServedQueue queue() {
        if (queue == null) {
            throw new NotApplicable("the service is at no queue");
        }
        return queue;
    }

    /** Returns the listener, for cases before a session. */
    ListenerAddress listener() throws IOException {
        return negotiates() ? agree(Wish.USUAL).listener() : new ListenerAddress(address(), "");
    }

    private boolean negotiates() {
        return url != null || queue != null;
    }

    private InetSocketAddress address() {
        return Objects.requireNonNull(listener, "a service at a queue has no address of its own");
    }

    /** Returns whether the service is at an HTTPS URL, so that all its channels are protected. */
    boolean isProtected() {
        return url != null && url.getScheme().equals("https");
    }

    /**
     * Returns the terms with the security and channel that fit the service's address, where they are the default ones.
     */
    Wish suited(Wish wish) {
        if (queue != null) {
            return wish.with(
                    "channel",
                    wish.term("channel").stream()
                            .map(each -> each.equals("stream") ? "jms" : each)
                            .toArray(String[]::new));
        }
        return isProtected() && wish.term("security").equals(Wish.USUAL.term("security"))
                ? wish.with("security", "tls")
                : wish;
    }

    Agreed agree() throws IOException {
        return agree(Wish.USUAL);
    }

    /**
     * Negotiates terms.
     *
     * @throws NotApplicable if the server refuses them
     */
    Agreed agree(Wish wish) throws IOException {
        if (!negotiates()) {
            return invited(wish);
        }
        String id = wish.newId();
        String offer = suited(wish).xml(id, NO_PARTS);
        XmlTree reply = exchange(Wish.envelope(offer)).tree();
        XmlTree answer = reply.find("answer").orElse(null);
        if (answer == null) {
            String reason = reply.find("refusal")
                    .map(refusal -> refusal.attribute("reason"))
                    .orElseThrow(() -> new Mismatch("an answer or a refusal", reply.name()));
            throw new NotApplicable("the server refuses these terms: " + reason);
        }
        return agreed(XmlTree.parse(offer), answer);
    }

    private Agreed invited(Wish wish) {
        if (invitations == null) {
            throw new NotApplicable("there are no invitations");
        }
        if (!wish.equals(Wish.USUAL)) {
            throw new NotApplicable("the terms of an invitation are what they are");
        }
        Invited invited = invitations.get();
        XmlTree nothing = new XmlTree("", "", Map.of(), List.of(), "");
        return new Agreed(
                nothing,
                new ListenerAddress(address(), ""),
                invited.token(),
                invited.digest(),
                invited.terms(),
                RawOffer.usualLimits());
    }

    private Agreed agreed(XmlTree offer, XmlTree answer) {
        byte[] digest = RawDigests.sha256(RawDigests.termsText(offer, answer));
        Map<String, Long> limits = new HashMap<>();
        answer.all("limit").forEach(each -> limits.put(each.attribute("name"), Long.valueOf(each.attribute("value"))));
        byte[] terms = RawDigests.listedTerms(RawDigests.listed(answer), Map.of());
        byte[] token = Base64.getUrlDecoder().decode(answer.one("token"));
        return new Agreed(answer, listener(answer), token, digest, terms, limits);
    }

    private ListenerAddress listener(XmlTree answer) {
        XmlTree first = answer.all("address").stream().findFirst().orElse(null);
        if (queue != null) {
            if (first == null) {
                throw new Mismatch("an address", "none");
            }
            return new ListenerAddress(queue, Integer.parseInt(first.attribute("port")));
        }
        InetSocketAddress address = address();
        if (first != null) {
            String host = first.attribute("host");
            address = new InetSocketAddress(
                    host.isEmpty() ? url().getHost() : host, Integer.parseInt(first.attribute("port")));
        }
        return new ListenerAddress(
                address, answer.texts("certificate").stream().findFirst().orElse(""));
    }

    /** Sends a message to the service's address, and repeats it while the service is preparing. */
    HttpExchange.Reply exchange(String envelope) throws IOException {
        long end = System.nanoTime() + MOST_NANOS;
        while (true) {
            HttpExchange.Reply reply =
                    queue == null ? HttpExchange.post(url(), envelope) : QueueExchange.of(queue, envelope);
            if (!reply.body().contains("PREPARING") || System.nanoTime() > end) {
                return reply;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
