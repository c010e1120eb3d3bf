package io.parley.cxf.jms;

import io.parley.ParleyException;
import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContentAddress;
import io.parley.context.ContextStore;
import io.parley.context.Entry;
import io.parley.context.Key;
import io.parley.context.Read;
import io.parley.context.Scope;
import io.parley.context.Transaction;
import io.parley.context.TransactionOutcome;
import io.parley.context.Value;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
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

/**
 * Store of answered requests of one queue, shared by all instances of a service, so that redelivered requests are
 * dropped. Each message id is hashed to one of a fixed number of slots, which bounds the store; a later id may
 * overwrite a slot. Redeliveries usually follow soon; if the slot was overwritten, the request runs again, marked as
 * redelivered. Thread-safe.
 */
final class AnsweredRequests {
    private static final Logger LOG = LoggerFactory.getLogger(AnsweredRequests.class);

    /** Number of slots; below the default limit of entries of an owner ({@code parley.limits.context-entries}). */
    private static final int SLOTS = 8_192;

    /** Hexadecimal digits of a hash that select a slot. */
    private static final int DIGITS = 4;

    private static final Duration LIFETIME = Duration.ofDays(1);
    private static final String MEDIA_TYPE = "text/plain";

    private final ContextStore store;
    private final Scope scope;

    AnsweredRequests(ContextStore store, String queue) {
        this.store = store;
        this.scope = new Scope("urn:parley:jms:answered:" + queue);
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
                    && wasAnswered(headers.getJMSMessageID())) {
                LOG.info("Dropping a redelivered request on {}: it was answered before", scope.id());
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

    private boolean wasAnswered(@Nullable String id) {
        if (id == null) {
            return false;
        }
        ContentAddress hash = hash(id);
        try {
            Optional<Entry> found = store.get(slot(hash), Read.LATEST);
            return found.isPresent() && found.get().value().equals(named(hash));
        } catch (ParleyException e) {
            LOG.warn("Failed to look up a redelivered request on {}, running it again", scope.id(), e);
            return false;
        }
    }

    private void record(@Nullable Message request) {
        JMSMessageHeadersType headers = headers(request);
        if (headers == null || headers.getJMSMessageID() == null) {
            return;
        }
        ContentAddress hash = hash(headers.getJMSMessageID());
        Change put = new Change.Put(slot(hash).name(), named(hash), scope.id(), LIFETIME, Condition.any());
        try {
            TransactionOutcome outcome =
                    store.write(Transaction.in(scope, scope.id(), put).quiet());
            if (!outcome.isDone()) {
                LOG.warn("Failed to record an answered request on {}: {}", scope.id(), outcome);
            }
        } catch (ParleyException e) {
            LOG.warn("Failed to record an answered request on {}", scope.id(), e);
        }
    }

    /** Hashes the sender-chosen message id to a fixed length. */
    private static ContentAddress hash(String id) {
        return Value.of(id, MEDIA_TYPE).address();
    }

    private static Value named(ContentAddress hash) {
        return Value.of(hash.sha256(), MEDIA_TYPE);
    }

    private Key slot(ContentAddress hash) {
        return scope.key(Integer.toString(HexFormat.fromHexDigits(hash.sha256(), 0, DIGITS) % SLOTS));
    }
}
