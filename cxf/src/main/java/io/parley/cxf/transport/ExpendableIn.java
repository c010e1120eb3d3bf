package io.parley.cxf.transport;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.runtime.IncomingMessage;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.OneWayProcessorInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.service.model.BindingOperationInfo;

/**
 * Interceptor that refuses a message from a datagram if it would call another operation than the one it was sent for,
 * above all one with a response.
 */
final class ExpendableIn extends AbstractPhaseInterceptor<Message> {
    ExpendableIn() {
        super(Phase.PRE_LOGICAL);
        addBefore(OneWayInOrder.class.getName());
        addBefore(OneWayProcessorInterceptor.class.getName());
    }

    @Override
    public void handleMessage(Message message) {
        IncomingMessage request = message.get(IncomingMessage.class);
        String counted = request == null ? null : request.expendableOperation();
        BindingOperationInfo called = message.getExchange().getBindingOperationInfo();
        if (counted != null && (called == null || !called.getName().toString().equals(counted))) {
            throw new Fault(new ParleyException(
                    ErrorCode.SCHEMA_VIOLATION,
                    "expected a message of " + counted + " in its datagram, found another"));
        }
    }
}
