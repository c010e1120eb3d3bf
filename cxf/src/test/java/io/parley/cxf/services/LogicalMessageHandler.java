package io.parley.cxf.services;

import jakarta.xml.ws.handler.LogicalHandler;
import jakarta.xml.ws.handler.LogicalMessageContext;
import jakarta.xml.ws.handler.MessageContext;

/** A handler of payloads that passes faults through. */
public interface LogicalMessageHandler extends LogicalHandler<LogicalMessageContext> {
    @Override
    default boolean handleFault(LogicalMessageContext context) {
        return true;
    }

    @Override
    default void close(MessageContext context) {}

    /** Returns a handler that passes everything through, which is enough to keep messages from being typed. */
    static LogicalMessageHandler looking() {
        return new LogicalMessageHandler() {
            @Override
            public boolean handleMessage(LogicalMessageContext context) {
                return true;
            }
        };
    }
}
