package io.parley.store.wscontext.message;

import jakarta.xml.ws.WebFault;

/** No context of that name is there for this caller: it never was, is over, has expired, or is none of the caller's. */
@WebFault(name = "unknownContextFault", targetNamespace = WsContextNames.NAMESPACE)
public final class UnknownContextException extends WsContextException {
    /** As JAX-WS makes it of a fault. */
    public UnknownContextException(String text, FaultDetail detail) {
        super(text, detail);
    }
}
