package io.parley.store.wscontext.message;

import jakarta.xml.ws.WebFault;

/**
 * Fault: the context in the message is not valid. It lacks an identifier, has a malformed one, is its own ancestor, or
 * is both by value and by reference.
 */
@WebFault(name = "invalidContextFault", targetNamespace = WsContextNames.NAMESPACE)
public final class InvalidContextException extends WsContextException {
    /** Called by JAX-WS for a received fault. */
    public InvalidContextException(String text, FaultDetail detail) {
        super(text, detail);
    }
}
