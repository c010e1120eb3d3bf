package io.parley.cxf.transport;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.cxf.live.RequestChain;
import io.parley.cxf.recorded.RecordedCopy;
import io.parley.cxf.recorded.SessionCopy;
import io.parley.cxf.stax.Terms;
import io.parley.cxf.stax.TypedIn;
import io.parley.negotiation.Reliability;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.MessageOrder;
import io.parley.soap.SoapHead;
import io.parley.soap.StaticHeaders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.apache.cxf.Bus;
import org.apache.cxf.continuations.SuspendedInvocationException;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.interceptor.OneWayProcessorInterceptor;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.Destination;
import org.apache.cxf.transport.MessageObserver;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepting side of one session: passes its messages to the chain that the service's own destination would run.
 * Thread-safe; called on the runtime's workers.
 */
public final class ServiceSession implements MessageHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceSession.class);

    /** Property of a message that an earlier process may have handled. */
    public static final String REDELIVERED = "parley.redelivered";

    /** Marker on a message whose acceptance is sent by this class and not by CXF. */
    private static final OneWayProcessorInterceptor ANSWERED_LATER = new OneWayProcessorInterceptor();

    private final Service service;
    private final Caller caller;
    private final Function<byte[], Terms> termsOf;
    private final StaticHeaders headers;
    private final Destination destination;
    private final Function<Terms, @Nullable SessionCopy> recording;
    private final StreamContinuations.Requests requests = new Requests();
    /** Null if one-way calls are not ordered. */
    private final @Nullable OneWayTurns turns;

    private volatile @Nullable Opened opened;

    /**
     * State that is known once the session is open.
     *
     * @param recorded recording of its messages; null if they are not recorded
     */
    private record Opened(Terms terms, @Nullable SessionCopy recorded) {}

    /**
     * Objects shared by all sessions of a service.
     *
     * @param chain runs requests through the server's chain
     * @param lane executor of the chain
     * @param order order of one-way calls
     * @param counter counter of the parts of responses
     */
    public record Service(
            Bus bus, Server server, RequestChain chain, Executor lane, MessageOrder order, PartCounter counter) {
        private Destination destination() {
            return ParleyDestination.inPlaceOf(
                    server.getDestination(), bus, server.getEndpoint().getEndpointInfo(), counter);
        }
    }

    /**
     * Creates the handler of a session.
     *
     * @param termsOf creates the terms of this session from the peer's terms in OPEN
     * @param headers static headers of this session
     * @param recording starts to record a session with these terms; returns null if it is not recorded
     */
    public ServiceSession(
            Service service,
            Caller caller,
            StaticHeaders headers,
            Function<byte[], Terms> termsOf,
            Function<Terms, @Nullable SessionCopy> recording) {
        this.service = service;
        this.turns = service.order() == MessageOrder.SESSION ? new OneWayTurns() : null;
        this.caller = caller;
        this.termsOf = termsOf;
        this.headers = headers;
        this.recording = recording;
        this.destination = service.destination();
    }

    @Override
    public void onMessage(IncomingMessage request) {
        MessageObserver observer = service.chain().observer();
        if (observer == null || !service.server().isStarted()) {
            request.refuse(
                    ErrorCode.NOT_DISPATCHED,
                    "the endpoint "
                            + service.server().getEndpoint().getEndpointInfo().getName() + " is stopped");
            request.close();
            return;
        }
        Message message = message(request, service.chain().message(observer));
        run(observer, message, new StreamContinuations(requests, message, request));
    }

    @Override
    public Executor workers(Executor defaults) {
        return service.lane();
    }

    @Override
    public MessageOrder order() {
        return service.order();
    }

    /** Returns true: the chain waits for the end of a request before it runs past unmarshalling ({@link TypedIn}). */
    @Override
    public boolean readsAsItComes() {
        return true;
    }

    /**
     * Runs or resumes the chain. A suspended request stays open until it is resumed, which may already have happened on
     * another thread, so the number of suspensions is compared and not the state of the chain.
     */
    private void run(MessageObserver observer, Message message, StreamContinuations continuations) {
        int before = continuations.suspensions();
        boolean failed = true;
        try (SessionLog logged = SessionLog.of(continuations.request())) {
            observer.onMessage(message);
            failed = false;
        } catch (SuspendedInvocationException e) {
            LOG.debug("a request was suspended", e);
        } finally {
            if (continuations.suspensions() == before && !isPaused(message)) {
                if (!failed || isDurable(continuations.request())) {
                    acceptLast(message);
                }
                continuations.close();
                continuations.ended();
            }
        }
    }

    /**
     * Sends the acceptance of a call that is one-way or answered elsewhere, if it has none yet. In a durable session an
     * accepted call is never dispatched again, so the acceptance is sent after the call was handled and not before, as
     * {@link OneWayProcessorInterceptor} and WS-Addressing do. A one-way call that failed before those interceptors ran
     * gets the same reply as over HTTP: success without content, which a caller of a one-way operation takes for an
     * acceptance and other callers cannot read.
     */
    private void acceptLast(Message message) {
        Exchange exchange = message.getExchange();
        Message in = exchange.getInMessage();
        if (in == null || BackChannel.isAcceptanceSent(in)) {
            return;
        }
        boolean answered = exchange.getOutMessage() != null || exchange.getOutFaultMessage() != null;
        if (!BackChannel.isAcceptanceDue(in)) {
            if (!exchange.isOneWay() || answered) {
                return;
            }
            if (exchange.get(Exception.class) != null) {
                BackChannel.missAcceptance(in);
            }
        }
        accept(in);
    }

    /** Sends the acceptance to the caller and prevents CXF from sending another. */
    private void accept(Message in) {
        in.put(OneWayProcessorInterceptor.class, ANSWERED_LATER);
        Exchange exchange = in.getExchange();
        Message reply = exchange.getEndpoint().getBinding().createMessage();
        reply.setExchange(exchange);
        try {
            Conduit back = destination.getBackChannel(in);
            back.prepare(reply);
            back.close(reply);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isDurable(@Nullable IncomingMessage request) {
        return request != null && request.conversation().agreement().reliability() == Reliability.DURABLE;
    }

    private static boolean isPaused(Message message) {
        Message running = message.getExchange().getInMessage();
        InterceptorChain chain = running == null ? null : running.getInterceptorChain();
        return chain != null && chain.getState() == InterceptorChain.State.PAUSED;
    }

    @Override
    public void onClosed(Conversation conversation, @Nullable ParleyException why) {
        Opened known = opened;
        if (known != null && known.recorded() != null) {
            known.recorded().close();
        }
    }

    private Message message(IncomingMessage request, MessageImpl message) {
        request.onDecoding();
        Opened session = opened(request.conversation());
        RecordedCopy copy = copy(session, request);
        SoapHead head = SoapHead.read(request.source());
        head.checkRequest();
        headers.sent().acknowledged(head.kept());
        CallExchange exchange = new CallExchange();
        exchange.setInMessage(message);
        CallChannel.set(exchange, request.conversation().agreement().channel());
        message.setDestination(destination);
        exchange.setDestination(destination);
        caller.applyTo(message);
        Heads.apply(head, message, caller.headers());
        message.put(IncomingMessage.class, request);
        message.put(RecordedCopy.class, copy);
        if (isDurable(request)) {
            message.put(OneWayProcessorInterceptor.class, ANSWERED_LATER);
            BackChannel.acceptLater(message);
        }
        // The worker may run the rest of a one-way call's chain; CXF's queue would only add latency.
        message.put(OneWayProcessorInterceptor.USE_ORIGINAL_THREAD, true);
        message.put(StaticHeaders.class, headers);
        if (request.isRedelivered()) {
            message.put(REDELIVERED, true);
        }
        TypedIn.attach(message, session.terms().numbered(head.representation()), request, headers.stored(), copy);
        return message;
    }

    private static @Nullable RecordedCopy copy(Opened session, IncomingMessage request) {
        SessionCopy to = session.recorded();
        if (to == null) {
            return null;
        }
        RecordedCopy copy = to.received(request.kind() == IncomingMessage.Kind.ONE_WAY);
        request.source().copyTo(copy);
        return copy;
    }

    /** View of the session for suspended requests. */
    private final class Requests implements StreamContinuations.Requests {
        @Override
        public Bus bus() {
            return service.bus();
        }

        @Override
        public Executor lane() {
            return service.lane();
        }

        @Override
        public @Nullable OneWayTurns turns() {
            return turns;
        }

        @Override
        public void resume(Message message, StreamContinuations continuations) {
            MessageObserver observer = service.chain().observer();
            if (observer == null) {
                continuations.close();
                continuations.ended();
            } else {
                run(observer, message, continuations);
            }
        }

        @Override
        public void accept(Message message) {
            ServiceSession.this.accept(message);
        }
    }

    private Opened opened(Conversation conversation) {
        Opened known = opened;
        return known == null ? open(conversation) : known;
    }

    private synchronized Opened open(Conversation conversation) {
        Opened known = opened;
        if (known == null) {
            Terms terms = termsOf.apply(conversation.openTerms());
            known = new Opened(terms, recording.apply(terms));
            opened = known;
        }
        return known;
    }
}
