package io.parley.cxf.transport;

import io.parley.ErrorCode;
import io.parley.cxf.stax.Terms;
import io.parley.cxf.stax.TypedIn;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import io.parley.soap.SoapHead;
import java.util.ArrayList;
import java.util.function.Function;
import org.apache.cxf.Bus;
import org.apache.cxf.continuations.SuspendedInvocationException;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.interceptor.OneWayProcessorInterceptor;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.transport.MessageObserver;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The accepting side of one session: hands its messages to the chain that the service's own HTTP destination would have
 * run. Thread-safe; called on the runtime's workers.
 */
public final class ServiceSession implements MessageHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceSession.class);

    private final Bus bus;
    private final Server server;
    private final Caller caller;
    private final Function<byte[], Terms> termsOf;
    private final ParleyDestination destination;
    private volatile @Nullable Terms terms;

    /**
     * @param termsOf makes the terms of this session from what the opening side said in OPEN
     * @param counter told of the parts that responses carry
     */
    public ServiceSession(Bus bus, Server server, Caller caller, Function<byte[], Terms> termsOf, PartCounter counter) {
        this.bus = bus;
        this.server = server;
        this.caller = caller;
        this.termsOf = termsOf;
        this.destination = new ParleyDestination(
                bus, server.getDestination(), server.getEndpoint().getEndpointInfo(), counter);
    }

    @Override
    public void onMessage(IncomingMessage request) {
        MessageObserver observer = server.getDestination().getMessageObserver();
        if (observer == null || !server.isStarted()) {
            request.refuse(
                    ErrorCode.NOT_DISPATCHED,
                    "the endpoint " + server.getEndpoint().getEndpointInfo().getName() + " is stopped");
            request.close();
            return;
        }
        Message message = message(request);
        run(observer, message, new StreamContinuations(bus, message, request, this::resume));
    }

    /** The chain waits for the end of a request before it goes beyond unmarshalling ({@link TypedIn}). */
    @Override
    public boolean readsAsItComes() {
        return true;
    }

    /**
     * Runs or resumes the chain; one that was suspended keeps the request open until it was resumed. By now that may
     * have happened, on another thread, so the state of the chain does not tell.
     */
    private void run(MessageObserver observer, Message message, StreamContinuations continuations) {
        int before = continuations.suspensions();
        try {
            observer.onMessage(message);
        } catch (SuspendedInvocationException e) {
            LOG.debug("a request was suspended", e);
        } finally {
            if (continuations.suspensions() == before && !isPaused(message)) {
                continuations.request().close();
            }
        }
    }

    private static boolean isPaused(Message message) {
        Message running = message.getExchange().getInMessage();
        InterceptorChain chain = running == null ? null : running.getInterceptorChain();
        return chain != null && chain.getState() == InterceptorChain.State.PAUSED;
    }

    private Message message(IncomingMessage request) {
        SoapHead head = SoapHead.read(request.source());
        MessageImpl message = new MessageImpl();
        ExchangeImpl exchange = new ExchangeImpl();
        exchange.setInMessage(message);
        message.setDestination(destination);
        exchange.setDestination(destination);
        caller.applyTo(message);
        Heads.apply(head, message, caller.headers());
        message.setAttachments(new ArrayList<>());
        message.put(IncomingMessage.class, request);
        // A worker of ours may run what follows a one-way's reply; handing it to one more queue would only add a wait.
        message.put(OneWayProcessorInterceptor.USE_ORIGINAL_THREAD, true);
        TypedIn.attach(message, terms(request.conversation()), request);
        return message;
    }

    private void resume(Message message, StreamContinuations continuations) {
        MessageObserver observer = server.getDestination().getMessageObserver();
        if (observer == null) {
            continuations.request().close();
        } else {
            run(observer, message, continuations);
        }
    }

    private Terms terms(Conversation conversation) {
        Terms known = terms;
        if (known == null) {
            known = termsOf.apply(conversation.openTerms());
            terms = known;
        }
        return known;
    }
}
