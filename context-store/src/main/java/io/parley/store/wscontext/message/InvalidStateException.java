package io.parley.store.wscontext.message;

import jakarta.xml.ws.WebFault;

/** The context, or the version of its contents, is not what the operation needs. */
@WebFault(name = "invalidStateFault", targetNamespace = WsContextNames.NAMESPACE)
public final class InvalidStateException extends WsContextException {
    /** Constructor that JAX-WS uses for a fault. */
    public InvalidStateException(String text, FaultDetail detail) {
        super(text, detail);
    }
}
