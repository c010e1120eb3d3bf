package io.parley.store.wscontext.message;

import jakarta.xml.ws.WebFault;

/**
 * Fault: the caller has no access to an active context with that identifier. It never existed, has ended or expired, or
 * belongs to others.
 */
@WebFault(name = "unknownContextFault", targetNamespace = WsContextNames.NAMESPACE)
public final class UnknownContextException extends WsContextException {
    /** Called by JAX-WS for a received fault. */
    public UnknownContextException(String text, FaultDetail detail) {
        super(text, detail);
    }
}
