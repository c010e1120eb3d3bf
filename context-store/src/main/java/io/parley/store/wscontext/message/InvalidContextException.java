package io.parley.store.wscontext.message;

import jakarta.xml.ws.WebFault;

/** The context in the message is not one: no identifier, one that no context has, a loop of parents, or by value and by
 * reference at once. */
@WebFault(name = "invalidContextFault", targetNamespace = WsContextNames.NAMESPACE)
public final class InvalidContextException extends WsContextException {
    /** Constructor that JAX-WS uses for a fault. */
    public InvalidContextException(String text, FaultDetail detail) {
        super(text, detail);
    }
}
