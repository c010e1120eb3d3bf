package io.parley.cxf.live;

import org.apache.cxf.Bus;
import org.apache.cxf.binding.Binding;
import org.apache.cxf.binding.soap.SoapBinding;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.transport.ChainInitiationObserver;
import org.apache.cxf.transport.MessageObserver;
import org.jspecify.annotations.Nullable;

/**
 * Begins the chains of a service's requests, as its own destination would, but with live messages where that can be.
 * Thread-safe.
 */
public final class RequestChain {
    private final Server server;
    private final @Nullable Live live;

    public RequestChain(Bus bus, Server server) {
        this.server = server;
        Endpoint endpoint = server.getEndpoint();
        this.live = endpoint.getBinding().getClass() == SoapBinding.class
                ? new Live(endpoint, (SoapBinding) endpoint.getBinding(), bus)
                : null;
    }

    /** Returns the observer of the messages of {@link #message}; null while the service is stopped. */
    public @Nullable MessageObserver observer() {
        MessageObserver usual = server.getDestination().getMessageObserver();
        return live != null && isAlone(usual) ? live : usual;
    }

    /** Returns whether the observer does what {@link Live} does, and chooses between no endpoints. */
    private boolean isAlone(@Nullable MessageObserver usual) {
        return usual != null
                && usual.getClass() == ChainInitiationObserver.class
                && ((ChainInitiationObserver) usual).getEndpoint() == server.getEndpoint();
    }

    /** A message for an observer of {@link #observer}. */
    public MessageImpl message(MessageObserver observer) {
        return observer instanceof Live known ? new LiveMessage(known.binding.getSoapVersion()) : new MessageImpl();
    }

    /** CXF's own but for the messages that it begins with. */
    private static final class Live extends ChainInitiationObserver {
        private final LiveBinding binding;

        Live(Endpoint endpoint, SoapBinding binding, Bus bus) {
            super(endpoint, bus);
            this.binding = new LiveBinding(binding);
        }

        @Override
        protected Binding getBinding() {
            return binding;
        }

        @Override
        protected void setExchangeProperties(Exchange exchange, Message message) {
            super.setExchangeProperties(exchange, message);
            exchange.put(Binding.class, endpoint.getBinding());
        }
    }
}
