package io.parley.cxf.transport;

import io.parley.runtime.IncomingMessage;
import java.lang.annotation.Annotation;
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
    /** Property of an endpoint: the class of its service, where it is known. */
    private static final String IMPLEMENTOR = "io.parley.cxf.implementor";

    private final Endpoint endpoint;
    private final Class<? extends Annotation> key;
    private volatile OrderKeys keys;

    private OneWayInOrder(Endpoint endpoint, Class<? extends Annotation> key) {
        super(Phase.PRE_LOGICAL);
        this.endpoint = endpoint;
        this.key = key;
        this.keys = findKeys();
        addBefore(OneWayProcessorInterceptor.class.getName());
    }

    /**
     * Adds the interceptor to an endpoint that has one-way operations, and {@link ExpendableIn} with it.
     *
     * @param key annotation of the parameter by whose value calls are kept in order
     * @throws io.parley.ConfigurationException if the annotation stands where no key can be taken from
     */
    public static void install(Endpoint endpoint, Class<? extends Annotation> key) {
        if (endpoint.getService().getServiceInfos().stream()
                .flatMap(service -> service.getInterface().getOperations().stream())
                .anyMatch(OperationInfo::isOneWay)) {
            endpoint.getInInterceptors().add(new OneWayInOrder(endpoint, key));
            endpoint.getInInterceptors().add(new ExpendableIn());
        }
    }

    /**
     * Takes note of the class of an endpoint's service, before or after the interceptor was added; does nothing for a class without keys.
     *
     * @throws io.parley.ConfigurationException as {@link #install}
     */
    public static void implementedBy(Endpoint endpoint, Class<?> implementor, Class<? extends Annotation> key) {
        if (!OrderKeys.isIn(implementor, key)) {
            return;
        }
        endpoint.put(IMPLEMENTOR, implementor);
        endpoint.getInInterceptors().stream()
                .filter(OneWayInOrder.class::isInstance)
                .map(OneWayInOrder.class::cast)
                .forEach(each -> each.keys = each.findKeys());
    }

    private OrderKeys findKeys() {
        return OrderKeys.of(endpoint, key, (Class<?>) endpoint.get(IMPLEMENTOR));
    }

    /** What came in a datagram waits for nothing, and nothing for it. */
    private static boolean isExpendable(Message message) {
        IncomingMessage request = message.get(IncomingMessage.class);
        return request != null && request.expendableOperation() != null;
    }

    @Override
    public void handleMessage(Message message) {
        if (message.getExchange().isOneWay()
                && message.get(ContinuationProvider.class.getName()) instanceof StreamContinuations request
                && !isExpendable(message)) {
            if (!MessageUtils.getContextualBoolean(message, Message.ROBUST_ONEWAY, false)) {
                BackChannel.acceptanceIsDue(message);
            }
            request.awaitTurn(keys.of(message));
        }
    }
}
