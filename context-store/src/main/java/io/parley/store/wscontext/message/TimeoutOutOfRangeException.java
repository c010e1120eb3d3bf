package io.parley.store.wscontext.message;

import jakarta.xml.ws.WebFault;

/** Fault: the requested lifetime exceeds the limits of the service or of the parent context. */
@WebFault(name = "timeoutOutOfRangeFault", targetNamespace = WsContextNames.NAMESPACE)
public final class TimeoutOutOfRangeException extends WsContextException {
    /** Called by JAX-WS for a received fault. */
    public TimeoutOutOfRangeException(String text, FaultDetail detail) {
        super(text, detail);
    }
}
