package io.parley.endpoint.negotiated;

import io.parley.Durations;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.endpoint.ChannelTrial;
import io.parley.endpoint.EndpointClient;
import io.parley.negotiation.FallbackReason;
import io.parley.peer.Attempts;
import io.parley.peer.Decision;
import io.parley.peer.KnownPeers;
import io.parley.peer.SessionKey;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.SystemTimers;
import io.parley.runtime.Timers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Client of a service that negotiates: calls on a session where the service agrees to one, otherwise by plain SOAP with
 * a named reason. A call that may have been handled is never repeated. Thread-safe.
 */
public abstract class NegotiatedClient implements EndpointClient {
    private final ParleyRuntime runtime;
    private final SystemTimers ownTimers;
    private final ClientSessions sessions;
    private final SoapCaller soap;
    private final Duration timeout;
    private final FailedChannels failedChannels;

    /**
     * The service, as the client's transport reaches it.
     *
     * @param key identifies the service
     * @param soap for calls without a session
     * @param service for negotiations
     * @param channels that sessions may use, best first
     */
    public record Reached(SessionKey key, SoapCaller soap, NegotiatedService service, List<String> channels) {}

    /**
     * Creates a client.
     *
     * @param runtime closed with the client
     */
    protected NegotiatedClient(NegotiatedClientBuilder<?> from, ParleyRuntime runtime, Reached reached) {
        this.runtime = runtime;
        this.ownTimers = Timers.system();
        Timers timers = from.timersOr(ownTimers);
        this.failedChannels = new FailedChannels(timers);
        this.timeout = from.timeout();
        this.soap = reached.soap();
        EndpointTerms terms = from.terms();
        this.sessions = new ClientSessions(
                KnownPeers.create(timers, from.limits()),
                reached.key(),
                from.mode(),
                from.contract(),
                from.version(),
                (probe, how) ->
                        new Negotiation(probe, reached.service(), terms, reached.channels(), failedChannels, how));
    }

    @Override
    public final Duration timeout() {
        return timeout;
    }

    /** A call, with the time and the attempts that it has left. */
    private record Pending<R>(
            String operation, Object request, Class<R> response, Deadline deadline, Attempts attempts) {
        Pending(String operation, Object request, Class<R> response, Duration within) {
            this(operation, request, response, Deadline.in(within), new Attempts());
        }
    }

    @Override
    public final <R> R call(String operation, Object request, Class<R> response, Duration within) {
        return call(sessions.decide(), new Pending<>(operation, request, response, within));
    }

    private <R> R call(Decision decision, Pending<R> call) {
        ClientSessions.ActiveSession active = sessions.sessionFor(decision, call.deadline(), call.attempts());
        if (active == null) {
            return bySoap(call);
        }
        boolean compared = sessions.isCompared(active);
        long begin = compared ? sessions.now() : 0;
        if (compared && sessions.isFasterBySoap(call.operation())) {
            R result = bySoap(call);
            sessions.answered(call.operation(), false, begin);
            return result;
        }
        IncomingMessage answer = onSession(active, call);
        if (answer == null) {
            return again(call);
        }
        R result = call.response().cast(active.streamer().response(answer, call.operation()));
        if (compared) {
            sessions.answered(call.operation(), true, begin);
        }
        return result;
    }

    /** Makes a call that its session did not take: by SOAP, or in mode {@code always} on another session. */
    private <R> R again(Pending<R> call) {
        if (sessions.isFallbackAllowed()) {
            return bySoap(call);
        }
        var unused = call.deadline().remaining();
        return call(sessions.decide(), call);
    }

    /** Makes a call again that failed on a session, or fails it if that is not safe. */
    private <R> CompletableFuture<R> again(Throwable why, Conversation by, Pending<R> call) {
        if (!(why instanceof ParleyException coded)) {
            return CompletableFuture.failedFuture(why);
        }
        try {
            sessions.notTaken(coded, by, call.attempts());
        } catch (ParleyException e) {
            return CompletableFuture.failedFuture(e);
        }
        return BackgroundCall.start(() -> again(call));
    }

    private <R> R bySoap(Pending<R> call) {
        return call.response()
                .cast(soap.call(
                        call.operation(), call.request(), call.deadline().remaining()));
    }

    /** {@inheritDoc} A call that cannot use an open session at once runs on a thread of its own. */
    @Override
    public final <R> CompletableFuture<R> callAsync(
            String operation, Object request, Class<R> response, Duration within) {
        Pending<R> pending = new Pending<>(operation, request, response, within);
        Decision decision = sessions.decide();
        try {
            ClientSessions.ActiveSession active = sessions.ready(decision);
            if (active == null) {
                return BackgroundCall.start(() -> call(decision, pending));
            }
            Call call = begin(active, pending);
            if (call == null) {
                return BackgroundCall.start(() -> again(pending));
            }
            return call.read(
                    message -> response.cast(active.streamer().response(message, operation)),
                    why -> again(why, active.session(), pending));
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
        Pending<Void> message = new Pending<>(operation, value, Void.class, timeout);
        boolean isSent = false;
        while (!isSent) {
            ClientSessions.ActiveSession active =
                    sessions.sessionFor(sessions.decide(), message.deadline(), message.attempts());
            isSent = active != null && send(active, message);
            if (!isSent && sessions.isFallbackAllowed()) {
                soap.send(operation, value, message.deadline().remaining());
                isSent = true;
            }
        }
    }

    /** Sends a message on a session; returns false if the session did not take it. */
    private boolean send(ClientSessions.ActiveSession active, Pending<Void> message) {
        try {
            if (active.streamer().trySendExpendable(message.operation(), message.request(), active.session())) {
                return true;
            }
        } catch (ParleyException e) {
            sessions.notTaken(e, active.session(), message.attempts());
            return false;
        }
        IncomingMessage answer = onSession(active, message);
        if (answer != null) {
            active.streamer().taken(answer, message.operation());
        }
        return answer != null;
    }

    /** Sends a message that has no response by SOAP. */
    protected final void sendBySoap(String operation, Object value) {
        soap.send(operation, value, timeout);
    }

    /** Returns the response to the request; null if the session did not take it, and it is to be made again. */
    private @Nullable IncomingMessage onSession(ClientSessions.ActiveSession active, Pending<?> pending) {
        Call call = begin(active, pending);
        if (call == null) {
            return null;
        }
        try {
            return call.awaitAsItComes();
        } catch (ParleyException e) {
            sessions.notTaken(e, active.session(), pending.attempts());
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            call.cancel();
            throw new ParleyException(ErrorCode.CANCELLED, "the calling thread was interrupted", e);
        }
    }

    /** Sends the request; returns null if the session did not take it, and it is to be made again. */
    private @Nullable Call begin(ClientSessions.ActiveSession active, Pending<?> pending) {
        Duration left = pending.deadline().remaining();
        String operation = pending.operation();
        try {
            return active.streamer()
                    .send(() -> active.session().beginCall(operation, left), operation, pending.request());
        } catch (ParleyException e) {
            sessions.notTaken(e, active.session(), pending.attempts());
            return null;
        }
    }

    /**
     * Negotiates and opens a session on the best available of this client's channels, without making a call, and pings
     * once. Blocks until that has ended.
     */
    public final ChannelTrial tryOut() {
        return sessions.tryOut();
    }

    /**
     * Negotiates and opens a session like {@link #tryOut()}, and pings.
     *
     * @param pings number of pings, at least 0
     * @param within timeout of the answer to an offer
     */
    public final ChannelTrial tryOut(int pings, Duration within) {
        return sessions.tryOut(pings, Durations.bounded(within));
    }

    /** Returns the channel of the open session; empty if calls are made by SOAP now. */
    public final Optional<String> channel() {
        return sessions.channel();
    }

    /** Returns the session of the latest calls; null before the first. */
    protected final @Nullable Conversation latestSession() {
        return sessions.session();
    }

    /**
     * Returns the reason of the latest fallback to SOAP; empty if there was none since the current session was opened.
     */
    public final Optional<FallbackReason> lastFallback() {
        return sessions.lastFallback();
    }

    /** Returns the agreed channels that could not be opened and are skipped for now, with the reasons. */
    public final Map<String, FallbackReason> failedChannels() {
        return failedChannels.now();
    }

    /** Drains the session, if there is one, and closes. Idempotent. */
    @Override
    public void close() {
        sessions.close();
        runtime.close();
        ownTimers.close();
    }
}
