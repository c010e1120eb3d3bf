package io.parley.store.wscontext.message;

import jakarta.xml.ws.WebFault;

/** A context is not completed while contexts that it is the parent of go on. */
@WebFault(name = "childActivityPendingFault", targetNamespace = WsContextNames.NAMESPACE)
public final class ChildActivityPendingException extends WsContextException {
    /** Constructor that JAX-WS uses for a fault. */
    public ChildActivityPendingException(String text, FaultDetail detail) {
        super(text, detail);
    }
}
