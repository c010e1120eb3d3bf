package io.parley.cxf.transport;

import org.apache.cxf.continuations.ContinuationProvider;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.interceptor.OneWayProcessorInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.service.model.OperationInfo;

/**
 * Interceptor that lets a one-way call of a session wait for its turn ({@link OneWayTurns}), where CXF would answer it and go on.
 */
public final class OneWayInOrder extends AbstractPhaseInterceptor<Message> {
    public OneWayInOrder() {
        super(Phase.PRE_LOGICAL);
        addBefore(OneWayProcessorInterceptor.class.getName());
    }

    /** Returns whether an endpoint has one-way operations. */
    public static boolean concerns(Endpoint endpoint) {
        return endpoint.getService().getServiceInfos().stream()
                .flatMap(service -> service.getInterface().getOperations().stream())
                .anyMatch(OperationInfo::isOneWay);
    }

    @Override
    public void handleMessage(Message message) {
        if (message.getExchange().isOneWay()
                && message.get(ContinuationProvider.class.getName()) instanceof StreamContinuations request) {
            if (!MessageUtils.getContextualBoolean(message, Message.ROBUST_ONEWAY, false)) {
                BackChannel.acceptanceIsDue(message);
            }
            request.awaitTurn();
        }
    }
}
