package io.parley.cxf.services;

import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import java.util.Set;
import javax.xml.namespace.QName;

/** A handler of messages that passes faults through and understands no header. */
public interface SoapMessageHandler extends SOAPHandler<SOAPMessageContext> {
    @Override
    default boolean handleFault(SOAPMessageContext context) {
        return true;
    }

    @Override
    default void close(MessageContext context) {}

    @Override
    default Set<QName> getHeaders() {
        return Set.of();
    }
}
