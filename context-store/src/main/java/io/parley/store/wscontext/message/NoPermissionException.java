package io.parley.store.wscontext.message;

import jakarta.xml.ws.WebFault;

/** Fault: the caller is a participant but not the owner of the context, or has no name where one is required. */
@WebFault(name = "noPermissionFault", targetNamespace = WsContextNames.NAMESPACE)
public final class NoPermissionException extends WsContextException {
    /** Called by JAX-WS for a received fault. */
    public NoPermissionException(String text, FaultDetail detail) {
        super(text, detail);
    }
}
