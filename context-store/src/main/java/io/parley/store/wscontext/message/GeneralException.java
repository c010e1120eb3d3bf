package io.parley.store.wscontext.message;

import jakarta.xml.ws.WebFault;

/** Whatever has no fault of its own: a limit, a store that cannot be reached. The detail has Parley's code. */
@WebFault(name = "generalFault", targetNamespace = WsContextNames.NAMESPACE)
public final class GeneralException extends WsContextException {
    /** Constructor that JAX-WS uses for a fault. */
    public GeneralException(String text, FaultDetail detail) {
        super(text, detail);
    }
}
