package io.parley.store.wscontext.message;

import jakarta.xml.ws.WebFault;

/** The caller takes part in the context but does not own it, or has no name where one is needed. */
@WebFault(name = "noPermissionFault", targetNamespace = WsContextNames.NAMESPACE)
public final class NoPermissionException extends WsContextException {
    /** Constructor that JAX-WS uses for a fault. */
    public NoPermissionException(String text, FaultDetail detail) {
        super(text, detail);
    }
}
