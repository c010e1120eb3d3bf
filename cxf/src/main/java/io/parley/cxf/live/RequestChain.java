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
 * Starts the chains of a service's requests like its own destination, but with live messages where possible.
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

    /** Returns the observer for messages from {@link #message}; null while the service is stopped. */
    public @Nullable MessageObserver observer() {
        MessageObserver own = server.getDestination().getMessageObserver();
        return live != null && isPlain(own) ? live : own;
    }

    /** Returns whether the observer is CXF's plain one for this endpoint, which {@link Live} can replace. */
    private boolean isPlain(@Nullable MessageObserver own) {
        return own != null
                && own.getClass() == ChainInitiationObserver.class
                && ((ChainInitiationObserver) own).getEndpoint() == server.getEndpoint();
    }

    /** Creates a message for an observer from {@link #observer}. */
    public MessageImpl message(MessageObserver observer) {
        return observer instanceof Live known ? new LiveMessage(known.binding.getSoapVersion()) : new MessageImpl();
    }

    /** Observer like CXF's, but for live messages. */
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
