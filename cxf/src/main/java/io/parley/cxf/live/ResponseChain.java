package io.parley.cxf.live;

import org.apache.cxf.binding.soap.SoapBinding;
import org.apache.cxf.endpoint.ClientImpl;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.transport.MessageObserver;
import org.jspecify.annotations.Nullable;

/** Runs responses through the chains of a client, as live messages where possible. Thread-safe. */
public final class ResponseChain {
    /** Endpoint of the last call, cached; a failover may replace the client's endpoint. */
    private volatile @Nullable LiveEndpoint last;

    /** Creates the message of a response for {@link #run}. */
    public Message message(Exchange exchange) {
        Message message = isLive(exchange)
                ? new LiveMessage(((SoapBinding) exchange.getEndpoint().getBinding()).getSoapVersion())
                : new MessageImpl();
        message.setExchange(exchange);
        return message;
    }

    /**
     * Returns whether the client itself creates the message of its chain on this thread, and would create an ordinary
     * SOAP message.
     */
    private static boolean isLive(Exchange exchange) {
        Endpoint endpoint = exchange.getEndpoint();
        return endpoint != null
                && endpoint.getBinding().getClass() == SoapBinding.class
                && exchange.get(MessageObserver.class) instanceof ClientImpl;
    }

    /** Runs a message from {@link #message} through the client's chain. */
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
     * Runs a live message. Its endpoint replaces the original on the exchange until the client has obtained its message
     * from it, which is the first thing that the client does.
     */
    private void run(Message response, Exchange exchange, MessageObserver observer) {
        Endpoint original = exchange.getEndpoint();
        LiveEndpoint live = of(original);
        exchange.put(Endpoint.class, live);
        try {
            observer.onMessage(response);
        } finally {
            live.removeFrom(exchange);
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
