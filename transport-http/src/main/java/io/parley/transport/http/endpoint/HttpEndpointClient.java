package io.parley.transport.http.endpoint;

import io.parley.DaemonThreads;
import io.parley.Durations;
import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.http.HttpFrames;
import io.parley.channel.websocket.KeepAlive;
import io.parley.channel.websocket.WebSocket;
import io.parley.endpoint.Contract;
import io.parley.endpoint.HandlerSet;
import io.parley.endpoint.SoapStreamer;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.CompressionTerm;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.negotiation.Reliability;
import io.parley.negotiation.SwitchPolicy;
import io.parley.peer.CredentialsIdentity;
import io.parley.peer.Decision;
import io.parley.peer.KnownPeers;
import io.parley.peer.Probe;
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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Calls a service by its URL with a contract: by a session where the service agrees to one, on the stream, or at the URL, in a
 * WebSocket or by posts, if the stream cannot be reached; by plain SOAP else, with a reason. A call that may have been handled is never made
 * again. Thread-safe; each call blocks its thread.
 *
 * <pre>{@code
 * try (HttpEndpointClient client = HttpEndpointClient.of(contract).open(URI.create("http://host:8080/"))) {
 *     Total total = client.call("sum", new Numbers(1, 2, 3), Total.class);
 * }
 * }</pre>
 */
public final class HttpEndpointClient implements AutoCloseable {
    private static final Duration ANSWER = Duration.ofSeconds(2);
    /** Time limit of the first answer: both sides may have to load classes for it. */
    private static final Duration FIRST_ANSWER = Duration.ofSeconds(10);

    /** Negotiations of other calls that a call waits for. */
    private static final int MOST_WAITS = 3;

    private final ParleyRuntime runtime;
    private final SystemTimers ownTimers;
    private final KnownPeers peers;
    private final KnownPeers.Hold hold;
    private final SessionKey key;
    private final Mode mode;
    private final SoapCalls soap;
    private final Contract contract;
    private final SoapVersion version;
    private final Duration timeout;
    private final NegotiationMaker negotiations;
    private final PassedOver passedOver;
    private volatile @Nullable Talk last;

    /** A session, and how its messages are written. */
    private record Talk(Conversation session, SoapStreamer streamer) {}

    /** Makes what a probe is ended by. */
    @FunctionalInterface
    private interface NegotiationMaker {
        Negotiation of(Probe probe);
    }

    private HttpEndpointClient(Builder from, URI url) {
        this.ownTimers = Timers.system();
        Timers timers = from.timers == null ? ownTimers : from.timers;
        this.runtime = ParleyRuntime.builder().limits(from.limits).build();
        this.peers = KnownPeers.create(timers, from.limits);
        this.passedOver = new PassedOver(timers);
        this.key = SessionKey.of(
                "",
                url.toString(),
                new QName(from.contract.namespace(), ""),
                credentials(from.headers),
                SessionKey.NO_TLS);
        this.hold = peers.hold(key);
        this.mode = from.mode;
        this.timeout = from.timeout;
        this.contract = from.contract;
        this.version = from.version;
        this.soap = new SoapCalls(
                from.client(),
                url,
                Map.copyOf(from.headers),
                new SoapCalls.Form(from.version, from.zip),
                from.limits,
                from.contract.soapText());
        Terms terms = new Terms(from.contract, from.limits, from.representations, from.compression, from.most);
        List<String> channels = List.copyOf(from.channels);
        KeepAlive keepAlive = new KeepAlive(from.webSocketKeepAlive, url.toString(), System::nanoTime);
        AgreedSessions sessions = new AgreedSessions(runtime, soap, terms, from.handlers.build(), keepAlive);
        AtomicBoolean negotiated = new AtomicBoolean();
        this.negotiations = probe -> new Negotiation(
                probe, sessions, channels, passedOver, negotiated.getAndSet(true) ? ANSWER : FIRST_ANSWER);
    }

    private static CredentialsIdentity credentials(Map<String, String> headers) {
        Map<String, List<String>> lists = new TreeMap<>();
        headers.forEach((name, value) -> lists.put(name, List.of(value)));
        return CredentialsIdentity.ofHeaders(lists);
    }

    /** Begins a client for that contract. */
    public static Builder of(Contract contract) {
        return new Builder(contract);
    }

    /**
     * Sends a request and waits for its response.
     *
     * @throws ParleyException if there is none; if its {@code retry()} is {@code SAFE}, the request was provably not
     *     dispatched
     */
    public <R> R call(String operation, Object request, Class<R> response) {
        Talk talk = talk();
        if (talk == null) {
            return response.cast(soap.call(operation, request, timeout));
        }
        boolean compared = mode == Mode.AUTO && mayBeSlower(talk.session().agreement());
        if (compared && peers.isFasterBySoap(key, operation)) {
            peers.fellBack(key, FallbackReason.SLOWER, operation);
            long begin = peers.now();
            R result = response.cast(soap.call(operation, request, timeout));
            peers.answered(key, operation, false, begin);
            return result;
        }
        long begin = compared ? peers.now() : 0;
        IncomingMessage answer = onSession(talk, operation, request);
        if (answer == null) {
            return response.cast(soap.call(operation, request, timeout));
        }
        R result = response.cast(talk.streamer().response(answer, operation));
        if (compared) {
            peers.answered(key, operation, true, begin);
        }
        return result;
    }

    /** Posts may be slower than SOAP, for small calls; sessions that are kept promise something else than time (ADR 82). */
    private static boolean mayBeSlower(Agreement agreement) {
        return agreement.channel().equals(HttpFrames.CHANNEL) && agreement.reliability() == Reliability.NONE;
    }

    /**
     * Sends a message that has no response; once this returns, the other side took it. That of an operation whose messages may be lost
     * ({@link io.parley.endpoint.ContractBuilder#expendable}) is not waited for where both sides agreed on that.
     *
     * @throws ParleyException if it could not be sent, or was refused
     */
    public void send(String operation, Object value) {
        Talk talk = talk();
        if (talk != null) {
            if (trySendExpendable(talk, operation, value)) {
                return;
            }
            IncomingMessage answer = onSession(talk, operation, value);
            if (answer != null) {
                talk.streamer().taken(answer, operation);
                return;
            }
        }
        soap.send(operation, value, timeout);
    }

    /** Sends a message that may be lost; returns false if that was not agreed, or the session takes no more. */
    private boolean trySendExpendable(Talk talk, String operation, Object value) {
        try {
            return talk.streamer().trySendExpendable(operation, value, talk.session());
        } catch (ParleyException e) {
            fallBack(e);
            return false;
        }
    }

    /** Returns the answer to the request; null if it was not dispatched, and is to go by SOAP. */
    private @Nullable IncomingMessage onSession(Talk talk, String operation, Object request) {
        Call call;
        try {
            call = talk.streamer().send(() -> talk.session().beginCall(operation, timeout), operation, request);
        } catch (ParleyException e) {
            fallBack(e);
            return null;
        }
        try {
            return call.awaitAsItComes();
        } catch (ParleyException e) {
            fallBack(e);
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            call.cancel();
            throw new ParleyException(ErrorCode.CANCELLED, "the calling thread was interrupted", e);
        }
    }

    /** Notes why, or throws what it was if the message may have been dispatched or nothing but a session is wanted. */
    private void fallBack(ParleyException why) {
        boolean mine = why.code() == ErrorCode.ENCODING || why.code() == ErrorCode.LIMIT;
        if (why.retry() != ErrorCode.Retry.SAFE || mine || mode == Mode.ALWAYS) {
            throw why;
        }
        peers.fellBack(key, FallbackReason.of(why.code()), why.text());
    }

    /**
     * Returns the session for the next call; null for SOAP. It waits for at most one negotiation of its own, whatever
     * the outcome.
     */
    private @Nullable Talk talk() {
        Decision decision = peers.decide(key, mode, SwitchPolicy.eager());
        for (int waits = 0; decision instanceof Decision.Wait other && waits < MOST_WAITS; waits++) {
            await(other);
            decision = peers.decide(key, mode, SwitchPolicy.eager());
        }
        if (decision instanceof Decision.Negotiate negotiate) {
            Negotiation negotiation = negotiations.of(negotiate.probe());
            if (mode != Mode.ALWAYS) {
                beside(negotiation);
                return null;
            }
            negotiation.run();
            if (Thread.currentThread().isInterrupted()) {
                throw new ParleyException(ErrorCode.CANCELLED, "the calling thread was interrupted");
            }
            // In mode always another negotiation might be begun at once; this call has had its own.
            decision = peers.decide(key, Mode.AUTO, situation -> false);
        }
        if (decision instanceof Decision.Stream stream) {
            return talk(stream.conversation());
        }
        return bySoap(
                decision instanceof Decision.Soap by
                        ? by
                        : new Decision.Soap(FallbackReason.NEGOTIATING, "that of other calls did not end in time"));
    }

    private Talk talk(Conversation session) {
        Talk known = last;
        if (known == null || known.session() != session) {
            known = new Talk(session, contract.streamer(session, version));
            last = known;
        }
        return known;
    }

    private static void beside(Negotiation negotiation) {
        DaemonThreads.start("parley-negotiation", negotiation::run);
    }

    private @Nullable Talk bySoap(Decision.Soap by) {
        if (mode == Mode.ALWAYS) {
            throw new ParleyException(
                    ErrorCode.NEGOTIATION,
                    "expected a session, found " + by.reason() + ": "
                            + by.reason().sentence() + (by.detail().isEmpty() ? "" : " (" + by.detail() + ")"));
        }
        return null;
    }

    private void await(Decision.Wait wait) {
        try {
            wait.ended().toCompletableFuture().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ParleyException(ErrorCode.CANCELLED, "the calling thread was interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new ParleyException(ErrorCode.TIMEOUT, "no session within " + timeout, e);
        }
    }

    /**
     * Negotiates and opens a session on the best of this client's channels that can be had, without calling anything. Blocks until that
     * has ended.
     */
    public ChannelTrial tryOut() {
        long begin = System.nanoTime();
        Decision decision = peers.decide(key, Mode.ALWAYS, SwitchPolicy.eager());
        if (decision instanceof Decision.Negotiate negotiate) {
            negotiations.of(negotiate.probe()).run();
            decision = peers.decide(key, Mode.AUTO, situation -> false);
        }
        Duration took = Duration.ofNanos(System.nanoTime() - begin);
        if (decision instanceof Decision.Stream stream) {
            last = talk(stream.conversation());
            return new ChannelTrial(
                    channel(), took, SessionWaits.roundTrip(stream.conversation()), Optional.empty(), "");
        }
        return decision instanceof Decision.Soap soap
                ? new ChannelTrial(Optional.empty(), took, Optional.empty(), Optional.of(soap.reason()), soap.detail())
                : new ChannelTrial(
                        Optional.empty(), took, Optional.empty(), Optional.of(FallbackReason.NEGOTIATING), "");
    }

    /** Returns the channel of the session that is open; empty if calls go by SOAP now. */
    public Optional<String> channel() {
        Talk known = last;
        return known != null && known.session().isOpen()
                ? Optional.of(known.session().agreement().channel())
                : Optional.empty();
    }

    /** The session that calls went by last. */
    @Nullable
    Conversation session() {
        Talk known = last;
        return known == null ? null : known.session();
    }

    /** Returns the reason why a call went by SOAP, the last time that one did since there was a session. */
    public Optional<FallbackReason> lastFallback() {
        return peers.lastFallback(key).map(KnownPeers.Fallback::reason);
    }

    /** Channels that were agreed on and could not be opened, which are not tried now, with the reasons. */
    public Map<String, FallbackReason> passedOver() {
        return passedOver.now();
    }

    /** Drains the session, if there is one. Idempotent. */
    @Override
    public void close() {
        hold.close();
        peers.close();
        Talk known = last;
        if (known != null) {
            SessionWaits.awaitEnd(known.session());
        }
        runtime.close();
        ownTimers.close();
    }

    /** A client being set up. Not thread-safe. */
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

        /** Takes messages that the service sends by itself, on a session. */
        public <Q> Builder onMessage(String operation, Class<Q> type, Consumer<? super Q> handler) {
            handlers.add(operation, false, type, (value, session) -> {
                handler.accept(value);
                return null;
            });
            return this;
        }

        /** Sets the time limit of a call. Default: 60 seconds. */
        public Builder timeout(Duration value) {
            timeout = Durations.bounded(value);
            return this;
        }

        /** Default: {@link Limits#defaults()}. */
        public Builder limits(Limits value) {
            limits = value;
            return this;
        }

        /** The channels that sessions may be on, best first. Default: {@code stream}, {@code websocket}, {@code http}. */
        public Builder channels(String... names) {
            channels = List.of(names);
            return this;
        }

        /** Sets the mode. Default: {@link Mode#AUTO}: calls go by SOAP while a session is negotiated beside them. */
        public Builder mode(Mode value) {
            mode = value;
            return this;
        }

        /** The version of SOAP. Default: 1.1. */
        public Builder version(SoapVersion value) {
            version = value;
            return this;
        }

        /**
         * The forms that it asks for in sessions, best first: as for {@code
         * StreamEndpoint}. Default: {@code hhfr}.
         *
         * @throws IllegalArgumentException if one is not on the class path, or cannot carry the contract's messages
         */
        public Builder representations(String... names) {
            List<String> wanted = List.of(names);
            wanted.forEach(contract::checkCarried);
            representations = wanted;
            return this;
        }

        /** Asks for sessions whose messages are made fewer bytes. Default: {@code none}. */
        public Builder compression(String name) {
            compression = name;
            return this;
        }

        /** Asks for sessions that outlive their connections. */
        public Builder resumable() {
            most = Reliability.RESUME;
            return this;
        }

        /** Asks for sessions that outlive the service's process too, where it keeps them; calls wait for the next one. */
        public Builder durable() {
            most = Reliability.DURABLE;
            return this;
        }

        /** Sends calls by SOAP in gzip, and asks for responses in it. */
        public Builder gzip() {
            zip = true;
            return this;
        }

        /** A header of every request, for instance {@code Authorization}. */
        public Builder header(String name, String value) {
            headers.put(name, value);
            return this;
        }

        /**
         * Sets the longest time for which this side of a WebSocket is silent, for the sake of proxies that end silent
         * connections; after one was ended earlier, it is half of that for an hour. Default: 25 seconds.
         */
        public Builder webSocketKeepAlive(Duration value) {
            webSocketKeepAlive = Durations.bounded(value);
            return this;
        }

        /** Sets the client for the requests, with its TLS, proxy and authentication. Default: a new one. */
        public Builder http(HttpClient value) {
            http = value;
            return this;
        }

        /** The time. Default: the machine's. */
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

        /** A client of the service at that URL. Nothing is sent before the first call. */
        public HttpEndpointClient open(URI url) {
            return new HttpEndpointClient(this, url);
        }
    }
}
