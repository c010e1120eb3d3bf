package io.parley.store.wscontext.message;

import jakarta.xml.ws.WebFault;

/** Fault: the context cannot be completed while it has active children. */
@WebFault(name = "childActivityPendingFault", targetNamespace = WsContextNames.NAMESPACE)
public final class ChildActivityPendingException extends WsContextException {
    /** Called by JAX-WS for a received fault. */
    public ChildActivityPendingException(String text, FaultDetail detail) {
        super(text, detail);
    }
}
