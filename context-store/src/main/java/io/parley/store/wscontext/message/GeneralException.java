package io.parley.store.wscontext.message;

import jakarta.xml.ws.WebFault;

/**
 * Fault for errors without a specific fault, such as an exceeded limit or an unavailable store. The detail has Parley's
 * code.
 */
@WebFault(name = "generalFault", targetNamespace = WsContextNames.NAMESPACE)
public final class GeneralException extends WsContextException {
    /** Called by JAX-WS for a received fault. */
    public GeneralException(String text, FaultDetail detail) {
        super(text, detail);
    }
}
