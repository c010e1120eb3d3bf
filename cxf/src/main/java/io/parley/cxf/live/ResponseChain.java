package io.parley.cxf.live;

import org.apache.cxf.binding.soap.SoapBinding;
import org.apache.cxf.endpoint.ClientImpl;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.transport.MessageObserver;
import org.jspecify.annotations.Nullable;

/** Runs responses through the chains of a client, as live messages where that can be. Thread-safe. */
public final class ResponseChain {
    /** Endpoint that was called last: a failover may put others in its place. */
    private volatile @Nullable LiveEndpoint last;

    /** The message of a response to be run, with its exchange. */
    public Message message(Exchange exchange) {
        Message message = isLive(exchange)
                ? new LiveMessage(((SoapBinding) exchange.getEndpoint().getBinding()).getSoapVersion())
                : new MessageImpl();
        message.setExchange(exchange);
        return message;
    }

    /**
     * Returns whether the client itself, on this thread, makes the message that its chain runs on, and would make an
     * ordinary SOAP message.
     */
    private static boolean isLive(Exchange exchange) {
        Endpoint endpoint = exchange.getEndpoint();
        return endpoint != null
                && endpoint.getBinding().getClass() == SoapBinding.class
                && exchange.get(MessageObserver.class) instanceof ClientImpl;
    }

    /** Runs what {@link #message} made. */
    public void run(Message response) {
        Exchange exchange = response.getExchange();
        MessageObserver observer = exchange.get(MessageObserver.class);
        if (response instanceof LiveMessage) {
            run(response, exchange, observer);
        } else {
            observer.onMessage(response);
        }
    }

    /**
     * The endpoint stands on the exchange until the client has asked it for its message, which is the first thing that
     * it does.
     */
    private void run(Message response, Exchange exchange, MessageObserver observer) {
        Endpoint original = exchange.getEndpoint();
        LiveEndpoint live = of(original);
        exchange.put(Endpoint.class, live);
        try {
            observer.onMessage(response);
        } finally {
            live.leave(exchange);
        }
    }

    private LiveEndpoint of(Endpoint endpoint) {
        LiveEndpoint known = last;
        if (known == null || known.original() != endpoint) {
            known = new LiveEndpoint(endpoint, (SoapBinding) endpoint.getBinding());
            last = known;
        }
        return known;
    }
}
