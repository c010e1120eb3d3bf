package io.parley.store.wscontext.message;

import jakarta.xml.ws.WebFault;

/**
 * Fault: there is no context of that name for this caller. It never was, is over, has expired, or is none of the
 * caller's.
 */
@WebFault(name = "unknownContextFault", targetNamespace = WsContextNames.NAMESPACE)
public final class UnknownContextException extends WsContextException {
    /** Constructor that JAX-WS uses for a fault. */
    public UnknownContextException(String text, FaultDetail detail) {
        super(text, detail);
    }
}
