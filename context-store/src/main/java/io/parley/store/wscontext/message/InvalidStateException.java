package io.parley.store.wscontext.message;

import jakarta.xml.ws.WebFault;

/** Fault: the state of the context, or the version of its contents, does not allow the operation. */
@WebFault(name = "invalidStateFault", targetNamespace = WsContextNames.NAMESPACE)
public final class InvalidStateException extends WsContextException {
    /** Called by JAX-WS for a received fault. */
    public InvalidStateException(String text, FaultDetail detail) {
        super(text, detail);
    }
}
