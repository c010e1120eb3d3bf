package io.parley.store.wscontext.message;

import jakarta.xml.ws.WebFault;

/** A lifetime that no context of that service has, or that its parent does not have. */
@WebFault(name = "timeoutOutOfRangeFault", targetNamespace = WsContextNames.NAMESPACE)
public final class TimeoutOutOfRangeException extends WsContextException {
    /** Constructor that JAX-WS uses for a fault. */
    public TimeoutOutOfRangeException(String text, FaultDetail detail) {
        super(text, detail);
    }
}
