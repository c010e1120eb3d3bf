package io.parley.transport.http.endpoint;

import io.parley.Durations;
import io.parley.channel.Address;
import io.parley.channel.Protection;
import io.parley.channel.http.HttpAcceptor;
import io.parley.channel.http.HttpFrames;
import io.parley.console.ConsolePage;
import io.parley.console.Node;
import io.parley.context.ContextStore;
import io.parley.endpoint.Contract;
import io.parley.endpoint.Draining;
import io.parley.endpoint.EndpointCounts;
import io.parley.endpoint.EndpointServer;
import io.parley.endpoint.HandledCalls;
import io.parley.endpoint.Handlers;
import io.parley.endpoint.negotiated.DurableSessions;
import io.parley.endpoint.negotiated.NegotiatedEndpointBuilder;
import io.parley.endpoint.negotiated.OfferService;
import io.parley.endpoint.negotiated.SoapRequests;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.SessionAcceptor;
import io.parley.runtime.StoredAgreements;
import io.parley.transport.http.BodyMemory;
import io.parley.transport.http.FramesSite;
import io.parley.transport.http.HttpServer;
import io.parley.transport.http.WebSocketSite;
import io.parley.transport.http.console.ConsoleSite;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Service at one URL, without CXF: it serves SOAP 1.1 and 1.2 (document/literal), its WSDL ({@code ?wsdl}), and the
 * offers of clients that hold the same contract, which then open sessions on the stream, or at the URL in WebSockets or
 * by posts. Its threads are daemons: {@link #awaitClose} keeps a program alive. Thread-safe.
 *
 * <pre>{@code
 * HttpEndpoint endpoint = HttpEndpoint.serve(contract)
 *         .on("sum", Numbers.class, numbers -> new Total(numbers))
 *         .start(8080);
 * }</pre>
 */
public final class HttpEndpoint implements EndpointServer {
    private final Parts parts;
    private final HttpServer server;
    private final URI url;
    private final SoapSite site;
    private final HandledCalls calls;
    private final @Nullable ConsoleSite console;
    private final CountDownLatch closed = new CountDownLatch(1);

    private HttpEndpoint(
            Parts parts, HttpServer server, URI url, SoapSite site, HandledCalls calls, @Nullable ConsoleSite console) {
        this.parts = parts;
        this.server = server;
        this.url = url;
        this.site = site;
        this.calls = calls;
        this.console = console;
    }

    /** Parts of an endpoint apart from its server. */
    private record Parts(
            ParleyRuntime runtime,
            OwnPorts ports,
            HttpAcceptor posts,
            @Nullable WebSocketSite webSockets,
            BodyMemory memory) {
        void close() {
            stopAtUrl();
            ports.close();
            runtime.close();
        }

        /** Refuses new connections at the URL. */
        void stopAtUrl() {
            posts.close();
            if (webSockets != null) {
                webSockets.close();
            }
        }
    }

    /** Returns a builder of a service for the contract. */
    public static Builder serve(Contract contract) {
        return new Builder(contract);
    }

    /** Returns the URL of the service. */
    public URI url() {
        return url;
    }

    /** Returns the port of the stream channel; 0 if there is none. */
    public int streamPort() {
        return parts.ports.port(UrlChannels.STREAM);
    }

    /** Returns the UDP port of the QUIC channel; 0 if there is none. */
    public int quicPort() {
        return parts.ports.port(UrlChannels.QUIC);
    }

    @Override
    public int sessions() {
        return parts.runtime.sessions();
    }

    /** Returns the bytes held now: SOAP requests and responses, and messages of sessions. */
    public long heldBytes() {
        return parts.memory.bytes() + parts.runtime.reservedBytes();
    }

    @Override
    public EndpointCounts counts() {
        return counts(parts, calls);
    }

    private static EndpointCounts counts(Parts parts, HandledCalls calls) {
        return new EndpointCounts(
                parts.runtime.sessions(),
                calls.streamed(),
                calls.bySoap(),
                calls.failed(),
                parts.memory.bytes() + parts.runtime.reservedBytes(),
                parts.runtime.traffic());
    }

    /**
     * Replaces the certificate for new connections, at the URL and on the stream; open connections stay open.
     *
     * @throws IllegalStateException if the endpoint is not protected
     * @throws IllegalArgumentException if the key cannot be used
     */
    @Override
    public void renew(Protection.Certified certified) {
        server.renew(certified);
        parts.ports.renew(certified);
    }

    /**
     * Drains the endpoint: new calls and offers are refused as provably not dispatched, sessions are asked to start no
     * more calls, and work under way is completed and answered. Then, or when the time is over, it closes, which leaves
     * durable sessions to the next process. Blocks until then.
     *
     * @return whether all work was completed in time
     */
    @Override
    public boolean drain(Duration within) {
        site.stop();
        parts.stopAtUrl();
        closeConsole();
        try {
            // Sessions at the URL need the server, so it is stopped after them.
            return Draining.await(parts.runtime.drain().thenCompose(drained -> server.finish()), within, url);
        } finally {
            close();
        }
    }

    @Override
    public void awaitClose() throws InterruptedException {
        closed.await();
    }

    /**
     * Stops listening, leaves durable sessions to the next process, and closes all other sessions and all connections.
     * Idempotent.
     */
    @Override
    public void close() {
        closeConsole();
        parts.close();
        server.close();
        closed.countDown();
    }

    /** Closes the console, whose open pages would delay the end of the server. */
    private void closeConsole() {
        if (console != null) {
            console.close();
        }
    }

    /** Builder of a service. Not thread-safe. */
    public static final class Builder extends NegotiatedEndpointBuilder<Builder> {
        private String path = "/";
        private int streamPort;
        private boolean withStream = true;
        /** Negative for none. */
        private int quicPort = -1;

        private boolean withWebSockets = true;
        private Protection protection = Protection.NONE;
        private Admission admission = Admission.ALL;
        private @Nullable Admission operators;
        private WebSocketSite.Settings webSocket = WebSocketSite.Settings.defaults();

        private Builder(Contract contract) {
            super(contract);
        }

        @Override
        protected Builder self() {
            return this;
        }

        /**
         * Sets the path of the URL. Default: {@code /}.
         *
         * @throws IllegalArgumentException if it does not begin with a slash, or has a query
         */
        public Builder path(String value) {
            if (!value.matches("/[A-Za-z0-9._~/-]*")) {
                throw new IllegalArgumentException(
                        "expected a path of letters, digits and ._~/- that begins with a slash");
            }
            path = value;
            return this;
        }

        /** Sets the port of the stream channel. Default: 0, which selects a free one. */
        public Builder streamPort(int value) {
            streamPort = value;
            return this;
        }

        /**
         * Adds the QUIC channel on a UDP port, always protected by TLS 1.3; 0 selects a free port. Requires {@code
         * parley-transport-quic}. Default: none.
         */
        public Builder quicPort(int value) {
            quicPort = value;
            return this;
        }

        /** Opens no TCP port besides that of the URL: sessions use WebSockets or posts at the URL. */
        public Builder withoutStream() {
            withStream = false;
            return this;
        }

        /** Disables WebSockets: sessions at the URL use posts. */
        public Builder withoutWebSockets() {
            withWebSockets = false;
            return this;
        }

        /** Protects all connections by TLS, with this key and certificate. Default: unprotected. */
        public Builder protection(Protection.Certified value) {
            protection = value;
            return this;
        }

        /** Sets the access control. Default: {@link Admission#ALL}. */
        public Builder admission(Admission value) {
            admission = value;
            return this;
        }

        /**
         * Serves the operator's console at {@code /console/} of the same port, with its switches, to operators that
         * this admits; the access control of the service does not apply there. Without {@link #protection} credentials
         * are sent unencrypted. Requires {@code parley-console}. Default: no console.
         *
         * @throws IllegalArgumentException if it admits everybody
         */
        public Builder console(Admission value) {
            if (value == Admission.ALL) {
                throw new IllegalArgumentException("expected access control of the operator's page, found none");
            }
            operators = value;
            return this;
        }

        /**
         * Sets the values of the {@code Origin} header with which WebSockets may be opened. Browsers always send the
         * header, so they can use the channel only with one of these values. Default: none.
         */
        public Builder webSocketOrigins(String... values) {
            webSocket = new WebSocketSite.Settings(Set.of(values), webSocket.keepAlive());
            return this;
        }

        /**
         * Sets the longest time for which this side of a WebSocket is silent, because proxies close idle connections.
         * Default: 25 seconds.
         */
        public Builder webSocketKeepAlive(Duration value) {
            webSocket = new WebSocketSite.Settings(webSocket.origins(), Durations.bounded(value));
            return this;
        }

        /**
         * Starts listening; port 0 selects a free one.
         *
         * @throws IOException if an address cannot be bound
         * @throws IllegalArgumentException if the compression is not available, or the key cannot be used
         */
        public HttpEndpoint start(int port) throws IOException {
            Handlers built = handlers();
            Parts parts = null;
            ParleyRuntime runtime = runtime();
            SessionAcceptor acceptor = runtime.newSessionAcceptor();
            try {
                DurableSessions durable = durable(built, acceptor);
                if (durable != null) {
                    runtime.recover(durable);
                }
                OwnPorts ports = OwnPorts.listen(runtime, host(), ports(), protection);
                HttpAcceptor posts = new HttpAcceptor(
                        runtime.channelSettings(),
                        runtime.node(),
                        (connection, from) -> acceptor.accept(connection, from.principal()));
                WebSocketSite webSockets = withWebSockets
                        ? new WebSocketSite(
                                limits(),
                                webSocket,
                                acceptor,
                                (connection, from) -> acceptor.accept(connection, from.principal()))
                        : null;
                parts = new Parts(runtime, ports, posts, webSockets, BodyMemory.of(limits()));
                return listen(port, parts, built, acceptor, durable);
            } catch (IOException | RuntimeException e) {
                if (parts == null) {
                    runtime.close();
                } else {
                    parts.close();
                }
                throw e;
            }
        }

        private @Nullable DurableSessions durable(Handlers built, SessionAcceptor acceptor) {
            ContextStore kept = store();
            if (kept == null) {
                return null;
            }
            boolean onStream = streamPort != 0 && !(protection instanceof Protection.Ephemeral);
            return new DurableSessions(
                    new StoredAgreements(() -> kept, seal(), limits()),
                    terms(),
                    built,
                    new NextAtUrl(acceptor, onStream));
        }

        private Map<String, Integer> ports() {
            Map<String, Integer> ports = new LinkedHashMap<>();
            if (withStream) {
                ports.put(UrlChannels.STREAM, streamPort);
            }
            if (quicPort >= 0) {
                ports.put(UrlChannels.QUIC, quicPort);
            }
            return ports;
        }

        private HttpEndpoint listen(
                int port, Parts parts, Handlers built, SessionAcceptor acceptor, @Nullable DurableSessions durable)
                throws IOException {
            List<String> atUrl = withWebSockets ? UrlChannels.AT_URL : List.of(HttpFrames.CHANNEL);
            OfferService offers = new OfferService(
                    terms(),
                    built,
                    new UrlChannels(parts.runtime(), acceptor, parts.ports(), atUrl, advertised()),
                    durable);
            // The WSDL contains the port, which is known only once it is bound.
            DeferredSite site = new DeferredSite();
            HttpServer server = HttpServer.start(new Address(host(), port), limits(), protection, parts.memory(), site);
            URI url = url(server.address().port());
            SoapService service = new SoapService(
                    limits(),
                    parts.memory(),
                    parts.runtime()::reserveObjects,
                    new SoapRequests(limits(), contract().soapText(), built, offers));
            SoapSite soap = new SoapSite(
                    path,
                    admission,
                    new SoapSite.SessionSites(new FramesSite(parts.posts()), parts.webSockets()),
                    service,
                    contract().wsdl(url.toString(), built.operations()),
                    parts.runtime().lane());
            ConsoleSite console = console(url, parts, offers);
            site.set(console == null ? soap : head -> console.isFor(head) ? console.on(head) : soap.on(head));
            parts.runtime().restore();
            return new HttpEndpoint(parts, server, url, soap, calls(), console);
        }

        private @Nullable ConsoleSite console(URI url, Parts parts, OfferService offers) {
            Admission gate = operators;
            if (gate == null) {
                return null;
            }
            HandledCalls handled = calls();
            EndpointNode node = new EndpointNode(
                    contract().namespace(), url, parts.runtime(), offers, () -> counts(parts, handled));
            ConsolePage page = ConsolePage.of(List.of(Node.local(url.toString(), node::status, node::take)));
            return ConsoleSite.of("/console/", page, head -> {
                String authorization = head.header("Authorization");
                return gate.admit(authorization == null ? "" : authorization);
            });
        }

        private URI url(int port) {
            String named = advertised();
            String shown = named == null ? host() : named;
            String scheme = protection == Protection.NONE ? "http" : "https";
            return URI.create(scheme + "://" + (shown.contains(":") ? "[" + shown + "]" : shown) + ":" + port + path);
        }
    }
}
