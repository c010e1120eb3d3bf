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
 * Interceptor that makes a one-way call of a session wait for its turn ({@link OneWayTurns}), before CXF would accept
 * it and continue.
 */
public final class OneWayInOrder extends AbstractPhaseInterceptor<Message> {
    /** Property of an endpoint: the class of its service, if known. */
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
     * Adds this interceptor and {@link ExpendableIn} to an endpoint that has one-way operations.
     *
     * @param key annotation of the parameter that is the ordering key
     * @throws io.parley.ConfigurationException if the annotation is at an unsuitable parameter
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
     * Sets the class of an endpoint's service, before or after the interceptor was added; no effect for a class without
     * keys.
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

    /** Returns whether the message came in a datagram; such a message is not ordered. */
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
