package io.parley.transport.http.endpoint;

import io.parley.Durations;
import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.http.HttpFrames;
import io.parley.channel.websocket.KeepAlive;
import io.parley.channel.websocket.WebSocket;
import io.parley.endpoint.Contract;
import io.parley.endpoint.EndpointClient;
import io.parley.endpoint.EndpointRuntime;
import io.parley.endpoint.HandlerSet;
import io.parley.endpoint.Operation;
import io.parley.negotiation.CompressionTerm;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.negotiation.Reliability;
import io.parley.peer.CredentialsIdentity;
import io.parley.peer.Decision;
import io.parley.peer.KnownPeers;
import io.parley.peer.SessionKey;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.SystemTimers;
import io.parley.runtime.Timers;
import io.parley.soap.SoapVersion;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Client of a service at a URL: calls on a session where the service agrees to one, otherwise by plain SOAP with a
 * named reason. Sessions use the stream channel or, if that is not reachable, a WebSocket or posts at the URL. A call
 * that may have been handled is never repeated. Thread-safe.
 *
 * <pre>{@code
 * try (HttpEndpointClient client = HttpEndpointClient.of(contract).open(URI.create("http://host:8080/"))) {
 *     Total total = client.call(SUM, new Numbers(1, 2, 3));
 * }
 * }</pre>
 */
public final class HttpEndpointClient implements EndpointClient {
    private static final Duration ANSWER = Duration.ofSeconds(2);
    /** Timeout of the first answer, for which both sides may have to load classes. */
    private static final Duration FIRST_ANSWER = Duration.ofSeconds(10);

    private final ParleyRuntime runtime;
    private final SystemTimers ownTimers;
    private final ClientSessions sessions;
    private final SoapCalls soap;
    private final Duration timeout;
    private final FailedChannels failedChannels;

    private HttpEndpointClient(Builder from, URI url) {
        this.runtime = EndpointRuntime.of(ParleyRuntime.builder().limits(from.limits), from.compression);
        this.ownTimers = Timers.system();
        Timers timers = from.timers == null ? ownTimers : from.timers;
        this.failedChannels = new FailedChannels(timers);
        this.timeout = from.timeout;
        this.soap = new SoapCalls(
                from.client(),
                url,
                Map.copyOf(from.headers),
                new SoapCalls.Form(from.version, from.zip),
                from.limits,
                from.contract.soapText());
        SessionKey key = SessionKey.of(
                "",
                url.toString(),
                new QName(from.contract.namespace(), ""),
                credentials(from.headers),
                SessionKey.NO_TLS);
        this.sessions = new ClientSessions(
                KnownPeers.create(timers, from.limits),
                key,
                from.mode,
                from.contract,
                from.version,
                negotiations(from, url));
    }

    private ClientSessions.NegotiationMaker negotiations(Builder from, URI url) {
        Terms terms = new Terms(from.contract, from.limits, from.representations, from.compression, from.most);
        List<String> channels = List.copyOf(from.channels);
        KeepAlive keepAlive = new KeepAlive(from.webSocketKeepAlive, url.toString(), System::nanoTime);
        AgreedSessions agreed = new AgreedSessions(runtime, soap, terms, from.handlers.build(), keepAlive);
        AtomicBoolean negotiated = new AtomicBoolean();
        return probe -> new Negotiation(
                probe, agreed, channels, failedChannels, negotiated.getAndSet(true) ? ANSWER : FIRST_ANSWER);
    }

    private static CredentialsIdentity credentials(Map<String, String> headers) {
        Map<String, List<String>> lists = new TreeMap<>();
        headers.forEach((name, value) -> lists.put(name, List.of(value)));
        return CredentialsIdentity.ofHeaders(lists);
    }

    /** Returns a builder of a client for the contract. */
    public static Builder of(Contract contract) {
        return new Builder(contract);
    }

    @Override
    public Duration timeout() {
        return timeout;
    }

    @Override
    public <R> R call(String operation, Object request, Class<R> response, Duration within) {
        return call(sessions.decide(), operation, request, response, Deadline.in(within));
    }

    private <R> R call(Decision decision, String operation, Object request, Class<R> response, Deadline deadline) {
        ClientSessions.ActiveSession active = sessions.sessionFor(decision, deadline);
        if (active == null) {
            return bySoap(operation, request, response, deadline);
        }
        boolean compared = sessions.isCompared(active);
        long begin = compared ? sessions.now() : 0;
        if (compared && sessions.isFasterBySoap(operation)) {
            R result = bySoap(operation, request, response, deadline);
            sessions.answered(operation, false, begin);
            return result;
        }
        IncomingMessage answer = onSession(active, operation, request, deadline);
        if (answer == null) {
            return bySoap(operation, request, response, deadline);
        }
        R result = response.cast(active.streamer().response(answer, operation));
        if (compared) {
            sessions.answered(operation, true, begin);
        }
        return result;
    }

    /** Repeats by SOAP a call that failed on a session, or fails it if that is not safe. */
    private <R> CompletableFuture<R> bySoap(Throwable why, Supplier<R> call) {
        if (!(why instanceof ParleyException coded)) {
            return CompletableFuture.failedFuture(why);
        }
        try {
            sessions.fallBack(coded);
        } catch (ParleyException e) {
            return CompletableFuture.failedFuture(e);
        }
        return BackgroundCall.start(call);
    }

    private <R> R bySoap(String operation, Object request, Class<R> response, Deadline deadline) {
        return response.cast(soap.call(operation, request, deadline.remaining()));
    }

    /** {@inheritDoc} A call that cannot use an open session at once runs on a thread of its own. */
    @Override
    public <R> CompletableFuture<R> callAsync(String operation, Object request, Class<R> response, Duration within) {
        Deadline deadline = Deadline.in(within);
        Decision decision = sessions.decide();
        try {
            ClientSessions.ActiveSession active = sessions.ready(decision);
            if (active == null) {
                return BackgroundCall.start(() -> call(decision, operation, request, response, deadline));
            }
            Call call = begin(active, operation, request, deadline);
            if (call == null) {
                return BackgroundCall.start(() -> bySoap(operation, request, response, deadline));
            }
            return call.read(
                    message -> response.cast(active.streamer().response(message, operation)),
                    why -> bySoap(why, () -> bySoap(operation, request, response, deadline)));
        } catch (ParleyException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /**
     * Sends a message that has no response; blocks until the other side has accepted it. A message of an expendable
     * operation ({@link io.parley.endpoint.ContractBuilder#expendable}) is sent without waiting, where both sides
     * agreed on that.
     *
     * @throws ParleyException if the message could not be sent, or was refused
     */
    @Override
    public void send(String operation, Object value) {
        Deadline deadline = Deadline.in(timeout);
        ClientSessions.ActiveSession active = sessions.sessionFor(sessions.decide(), deadline);
        if (active != null) {
            if (trySendExpendable(active, operation, value)) {
                return;
            }
            IncomingMessage answer = onSession(active, operation, value, deadline);
            if (answer != null) {
                active.streamer().taken(answer, operation);
                return;
            }
        }
        soap.send(operation, value, deadline.remaining());
    }

    /** Sends a message that may be lost; returns false if that was not agreed, or the session accepts no more. */
    private boolean trySendExpendable(ClientSessions.ActiveSession active, String operation, Object value) {
        try {
            return active.streamer().trySendExpendable(operation, value, active.session());
        } catch (ParleyException e) {
            sessions.fallBack(e);
            return false;
        }
    }

    /** Returns the response to the request; null if the request was not dispatched and is to be sent by SOAP. */
    private @Nullable IncomingMessage onSession(
            ClientSessions.ActiveSession active, String operation, Object request, Deadline deadline) {
        Call call = begin(active, operation, request, deadline);
        if (call == null) {
            return null;
        }
        try {
            return call.awaitAsItComes();
        } catch (ParleyException e) {
            sessions.fallBack(e);
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            call.cancel();
            throw new ParleyException(ErrorCode.CANCELLED, "the calling thread was interrupted", e);
        }
    }

    /** Sends the request; returns null if it was not dispatched and is to be sent by SOAP. */
    private @Nullable Call begin(
            ClientSessions.ActiveSession active, String operation, Object request, Deadline deadline) {
        Duration left = deadline.remaining();
        try {
            return active.streamer().send(() -> active.session().beginCall(operation, left), operation, request);
        } catch (ParleyException e) {
            sessions.fallBack(e);
            return null;
        }
    }

    /**
     * Negotiates and opens a session on the best available of this client's channels, without making a call. Blocks
     * until that has ended.
     */
    public ChannelTrial tryOut() {
        return sessions.tryOut();
    }

    /** Returns the channel of the open session; empty if calls are made by SOAP now. */
    public Optional<String> channel() {
        return sessions.channel();
    }

    /** Returns the session of the latest calls; null before the first. */
    @Nullable
    Conversation session() {
        return sessions.session();
    }

    /**
     * Returns the reason of the latest fallback to SOAP; empty if there was none since the current session was opened.
     */
    public Optional<FallbackReason> lastFallback() {
        return sessions.lastFallback();
    }

    /** Returns the agreed channels that could not be opened and are skipped for now, with the reasons. */
    public Map<String, FallbackReason> failedChannels() {
        return failedChannels.now();
    }

    /** Drains the session, if there is one, and closes. Idempotent. */
    @Override
    public void close() {
        sessions.close();
        runtime.close();
        ownTimers.close();
    }

    /** Builder of a client. Not thread-safe. */
    public static final class Builder {
        private static final Duration CONNECT = Duration.ofSeconds(10);

        private final Contract contract;
        private final HandlerSet handlers;
        private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        private Duration timeout = Duration.ofSeconds(60);
        private Limits limits = Limits.defaults();
        private List<String> channels = List.of(Terms.STREAM, WebSocket.CHANNEL, HttpFrames.CHANNEL);
        private Mode mode = Mode.AUTO;
        private SoapVersion version = SoapVersion.V1_1;
        private List<String> representations = List.of("hhfr");
        private String compression = CompressionTerm.NONE;
        private Reliability most = Reliability.NONE;
        private boolean zip;
        private Duration webSocketKeepAlive = WebSocket.KEEP_ALIVE;
        private @Nullable HttpClient http;
        private @Nullable Timers timers;

        private Builder(Contract contract) {
            this.contract = contract;
            this.handlers = new HandlerSet(contract);
        }

        /** Sets the handler of messages that the service sends on its own, on a session. */
        public <Q> Builder onMessage(String operation, Class<Q> type, Consumer<? super Q> handler) {
            handlers.add(operation, false, type, (value, session) -> {
                handler.accept(value);
                return null;
            });
            return this;
        }

        /** Sets the handler of messages of the operation that the service sends on its own, on a session. */
        public <Q> Builder onMessage(Operation<Q, Void> operation, Consumer<? super Q> handler) {
            return onMessage(operation.name(), operation.requestType(), handler);
        }

        /** Sets the timeout of calls that have none of their own. Default: 60 seconds. */
        public Builder timeout(Duration value) {
            timeout = Durations.bounded(value);
            return this;
        }

        /** Sets the limits. Default: {@link Limits#defaults()}. */
        public Builder limits(Limits value) {
            limits = value;
            return this;
        }

        /**
         * Sets the channels that sessions may use, best first. Default: {@code stream}, {@code websocket}, {@code
         * http}.
         */
        public Builder channels(String... names) {
            channels = List.of(names);
            return this;
        }

        /**
         * Sets the mode. Default: {@link Mode#AUTO}: calls are made by SOAP while a session is negotiated in the
         * background.
         */
        public Builder mode(Mode value) {
            mode = value;
            return this;
        }

        /** Sets the SOAP version. Default: 1.1. */
        public Builder version(SoapVersion value) {
            version = value;
            return this;
        }

        /**
         * Sets the representations that it offers for sessions, best first, as for {@code StreamEndpoint}. Default:
         * {@code hhfr}.
         *
         * @throws IllegalArgumentException if one is not on the class path, or cannot carry the contract's messages
         */
        public Builder representations(String... names) {
            List<String> wanted = List.of(names);
            wanted.forEach(contract::checkCarried);
            representations = wanted;
            return this;
        }

        /** Offers sessions with a compression that is on the class path. Default: {@code none}. */
        public Builder compression(String name) {
            compression = name;
            return this;
        }

        /** Offers sessions that survive the loss of their connection. */
        public Builder resumable() {
            most = Reliability.RESUME;
            return this;
        }

        /**
         * Offers sessions that also survive a restart of a durable service; pending calls wait for the next process.
         */
        public Builder durable() {
            most = Reliability.DURABLE;
            return this;
        }

        /** Sends SOAP requests in gzip, and accepts responses in it. */
        public Builder gzip() {
            zip = true;
            return this;
        }

        /** Adds a header to every request, for instance {@code Authorization}. */
        public Builder header(String name, String value) {
            headers.put(name, value);
            return this;
        }

        /**
         * Sets the longest time for which this side of a WebSocket is silent, because proxies close idle connections;
         * after a connection was cut earlier, half of that time is used for an hour. Default: 25 seconds.
         */
        public Builder webSocketKeepAlive(Duration value) {
            webSocketKeepAlive = Durations.bounded(value);
            return this;
        }

        /** Sets the HTTP client, with its TLS, proxy and authentication. Default: a new one. */
        public Builder http(HttpClient value) {
            http = value;
            return this;
        }

        /** Sets the clock and timers. Default: the system's. */
        public Builder timers(Timers value) {
            timers = value;
            return this;
        }

        private HttpClient client() {
            return http != null
                    ? http
                    : HttpClient.newBuilder()
                            .version(HttpClient.Version.HTTP_1_1)
                            .connectTimeout(CONNECT)
                            .build();
        }

        /**
         * Creates a client of the service at a URL. Nothing is sent before the first call.
         *
         * @throws IllegalArgumentException if a setting is not valid
         */
        public HttpEndpointClient open(URI url) {
            return new HttpEndpointClient(this, url);
        }
    }
}
