package io.parley.cxf.jms;

import io.parley.context.ContextStore;
import io.parley.transport.jms.AnsweredRequests;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.interceptor.OutgoingChainInterceptor;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.transport.jms.JMSConstants;
import org.apache.cxf.transport.jms.JMSMessageHeadersType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Interceptors that record the answered requests of a queue, and drop those that are redelivered. Thread-safe. */
final class RedeliveryFilter {
    private static final Logger LOG = LoggerFactory.getLogger(RedeliveryFilter.class);

    private final AnsweredRequests answered;
    private final String queue;

    RedeliveryFilter(ContextStore store, String queue) {
        this.answered = new AnsweredRequests(store, queue);
        this.queue = queue;
    }

    /** Drops redelivered, already answered requests of that endpoint from now on. */
    void guard(Endpoint endpoint) {
        endpoint.getInInterceptors().add(new Dropping());
        endpoint.getInInterceptors().add(new AfterOneWay());
        endpoint.getOutInterceptors().add(new AfterAnswer());
        endpoint.getOutFaultInterceptors().add(new AfterAnswer());
    }

    /** Interceptor that drops a redelivered request that was answered, before anything else handles it. */
    private final class Dropping extends AbstractPhaseInterceptor<Message> {
        Dropping() {
            super(Phase.RECEIVE);
        }

        @Override
        public void handleMessage(Message request) {
            JMSMessageHeadersType headers = headers(request);
            if (headers != null
                    && headers.isSetJMSRedelivered()
                    && headers.isJMSRedelivered()
                    && answered.contains(headers.getJMSMessageID())) {
                LOG.info("Dropping a redelivered request on {}: it was answered before", queue);
                request.getInterceptorChain().abort();
            }
        }
    }

    /** Interceptor that records a one-way request after the service handled it; a failed one is to be redelivered. */
    private final class AfterOneWay extends AbstractPhaseInterceptor<Message> {
        AfterOneWay() {
            super(Phase.POST_INVOKE);
            addAfter(OutgoingChainInterceptor.class.getName());
        }

        @Override
        public void handleMessage(Message request) {
            if (isOneWay(request.getExchange())) {
                record(request);
            }
        }
    }

    /** Interceptor that records a request after the broker accepted its response or fault. */
    private final class AfterAnswer extends AbstractPhaseInterceptor<Message> {
        AfterAnswer() {
            super(Phase.SETUP_ENDING);
        }

        @Override
        public void handleMessage(Message answer) {
            Exchange exchange = answer.getExchange();
            if (!isOneWay(exchange)) {
                record(exchange.getInMessage());
            }
        }
    }

    /** Returns whether an exchange is one-way. CXF does not mark exchanges of rpc operations found by SOAP action. */
    private static boolean isOneWay(Exchange exchange) {
        BindingOperationInfo operation = exchange.getBindingOperationInfo();
        return exchange.isOneWay()
                || (operation != null && operation.getOperationInfo().isOneWay());
    }

    private static @Nullable JMSMessageHeadersType headers(@Nullable Message request) {
        return request == null ? null : (JMSMessageHeadersType) request.get(JMSConstants.JMS_SERVER_REQUEST_HEADERS);
    }

    private void record(@Nullable Message request) {
        JMSMessageHeadersType headers = headers(request);
        if (headers != null) {
            answered.add(headers.getJMSMessageID());
        }
    }
}
