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
 * Requests of one queue that were answered, in a store that all instances of a service share: those that the broker delivers
 * again are dropped. An id has one of a fixed number of places, found by its hash, and a later one may take it over, so the
 * store never holds more; what comes again came lately, and if its place was taken it runs again with its mark. Thread-safe.
 */
final class Repeats {
    private static final Logger LOG = LoggerFactory.getLogger(Repeats.class);

    /** Fewer than the entries that an owner has by default ({@code parley.limits.context-entries}). */
    private static final int PLACES = 8_192;

    /** Digits of a hash that select a place. */
    private static final int DIGITS = 4;

    private static final Duration LIFETIME = Duration.ofDays(1);
    private static final String MEDIA_TYPE = "text/plain";

    private final ContextStore store;
    private final Scope scope;

    Repeats(ContextStore store, String queue) {
        this.store = store;
        this.scope = new Scope("urn:parley:jms:answered:" + queue);
    }

    /** Drops repeated requests of that endpoint from now on. */
    void guard(Endpoint endpoint) {
        endpoint.getInInterceptors().add(new Dropping());
        endpoint.getInInterceptors().add(new AfterOneWay());
        endpoint.getOutInterceptors().add(new AfterAnswer());
        endpoint.getOutFaultInterceptors().add(new AfterAnswer());
    }

    /** Before anything else is done with it. */
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
                LOG.info("a request on {} was answered before and is dropped", scope.id());
                request.getInterceptorChain().abort();
            }
        }
    }

    /** Behind the service; one that failed is to come again. */
    private final class AfterOneWay extends AbstractPhaseInterceptor<Message> {
        AfterOneWay() {
            super(Phase.POST_INVOKE);
            addAfter(OutgoingChainInterceptor.class.getName());
        }

        @Override
        public void handleMessage(Message request) {
            if (isOneWay(request.getExchange())) {
                remember(request);
            }
        }
    }

    /** Interceptor that records an answer, or a fault, once the broker has it. */
    private final class AfterAnswer extends AbstractPhaseInterceptor<Message> {
        AfterAnswer() {
            super(Phase.SETUP_ENDING);
        }

        @Override
        public void handleMessage(Message answer) {
            Exchange exchange = answer.getExchange();
            if (!isOneWay(exchange)) {
                remember(exchange.getInMessage());
            }
        }
    }

    /** CXF does not mark exchanges of rpc operations that it knows by their SOAP action. */
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
            Optional<Entry> found = store.get(place(hash), Read.LATEST);
            return found.isPresent() && found.get().value().equals(named(hash));
        } catch (ParleyException e) {
            LOG.warn("whether a request on {} was answered before is not known, and it runs again", scope.id(), e);
            return false;
        }
    }

    private void remember(@Nullable Message request) {
        JMSMessageHeadersType headers = headers(request);
        if (headers == null || headers.getJMSMessageID() == null) {
            return;
        }
        ContentAddress hash = hash(headers.getJMSMessageID());
        Change put = new Change.Put(place(hash).name(), named(hash), scope.id(), LIFETIME, Condition.any());
        try {
            TransactionOutcome outcome =
                    store.write(Transaction.in(scope, scope.id(), put).quiet());
            if (!outcome.isDone()) {
                LOG.warn("that a request on {} was answered may not be remembered: {}", scope.id(), outcome);
            }
        } catch (ParleyException e) {
            LOG.warn("that a request on {} was answered is not remembered", scope.id(), e);
        }
    }

    /** Hashes the sender-chosen message id to a fixed length. */
    private static ContentAddress hash(String id) {
        return Value.of(id, MEDIA_TYPE).address();
    }

    private static Value named(ContentAddress hash) {
        return Value.of(hash.sha256(), MEDIA_TYPE);
    }

    private Key place(ContentAddress hash) {
        return scope.key(Integer.toString(HexFormat.fromHexDigits(hash.sha256(), 0, DIGITS) % PLACES));
    }
}
