package io.parley.cxf.transport;

import io.parley.cxf.recorded.RecordedCopy;
import io.parley.cxf.stax.OutContent;
import io.parley.cxf.stax.Terms;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.OutgoingMessage;
import io.parley.soap.SoapHead;
import io.parley.soap.StaticHeaders;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.util.function.Consumer;
import java.util.logging.Logger;
import org.apache.cxf.common.logging.LogUtils;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.transport.AbstractConduit;
import org.apache.cxf.transport.MessageObserver;
import org.apache.cxf.ws.addressing.AttributedURIType;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.apache.cxf.ws.addressing.EndpointReferenceUtils;
import org.jspecify.annotations.Nullable;

/**
 * Conduit for responses and faults to one request of a session. A message without content is the empty reply that CXF
 * sends for one-way operations and for requests that are answered elsewhere.
 */
final class BackChannel extends AbstractConduit {
    private static final Logger LOG = LogUtils.getL7dLogger(BackChannel.class);

    /** Property of a request with its {@link Acceptance}. */
    private static final String ACCEPTANCE = Acceptance.class.getName();

    private final Message in;
    private final IncomingMessage request;
    private final Terms terms;
    private final StaticHeaders headers;
    private final PartCounter counter;
    private final Consumer<Message> transport;
    /** Recording of the request; null if it is not recorded. */
    private final @Nullable RecordedCopy recorded;

    /** State of the acceptance of a request that is answered elsewhere or not at all. */
    private enum Acceptance {
        /** The acceptance must not be sent before the work is done. */
        LATER,
        /** CXF would have accepted the request; deferred by {@link #LATER}. */
        DUE,
        /**
         * The request failed before CXF would have accepted it. HTTP's response is then empty and not an acceptance.
         */
        MISSED,
        SENT
    }

    /**
     * Creates the back-channel of a request.
     *
     * @param in the request, as created by {@link ServiceSession}
     * @param counter counter of the parts of responses
     * @param transport adds the response headers that the endpoint's own transport would add
     */
    BackChannel(Message in, PartCounter counter, Consumer<Message> transport) {
        super(anonymous());
        this.in = in;
        this.request = in.get(IncomingMessage.class);
        this.terms = in.getContent(Terms.class);
        this.headers = in.get(StaticHeaders.class);
        this.recorded = in.get(RecordedCopy.class);
        this.counter = counter;
        this.transport = transport;
    }

    private static EndpointReferenceType anonymous() {
        AttributedURIType address = new AttributedURIType();
        address.setValue(EndpointReferenceUtils.ANONYMOUS_ADDRESS);
        EndpointReferenceType reference = new EndpointReferenceType();
        reference.setAddress(address);
        return reference;
    }

    /** Defers the acceptance of a request until it has been handled. */
    static void acceptLater(Message request) {
        request.put(ACCEPTANCE, Acceptance.LATER);
    }

    /** Returns whether the acceptance of a request was sent. */
    static boolean isAcceptanceSent(Message request) {
        return request.get(ACCEPTANCE) == Acceptance.SENT;
    }

    /**
     * Records that CXF would accept a request now; if {@link #acceptLater} was called, it is accepted later even if it
     * fails.
     */
    static void acceptanceIsDue(Message request) {
        if (request.get(ACCEPTANCE) == Acceptance.LATER) {
            request.put(ACCEPTANCE, Acceptance.DUE);
        }
    }

    /** Records that a request failed before CXF would have accepted it: its reply is empty. */
    static void missAcceptance(Message request) {
        request.put(ACCEPTANCE, Acceptance.MISSED);
    }

    /** Returns whether the acceptance of a request is due but deferred by {@link #acceptLater}. */
    static boolean isAcceptanceDue(Message request) {
        return request.get(ACCEPTANCE) == Acceptance.DUE;
    }

    /** Does nothing: a back-channel receives no messages. */
    @Override
    public void setMessageObserver(MessageObserver observer) {}

    @Override
    public void prepare(Message message) {
        if (MessageUtils.isEmptyPartialResponse(message) || isUnanswerable()) {
            // WS-Addressing runs a chain for this message, whose envelope HTTP discards as well.
            message.setContent(OutputStream.class, OutputStream.nullOutputStream());
            return;
        }
        boolean fault = message.getContent(Exception.class) != null;
        if (!fault) { // a fault's chain marshals nothing with MTOM
            Attachments.disableMtom(message);
            message.putIfAbsent(Message.RESPONSE_CODE, HttpURLConnection.HTTP_OK);
        }
        message.setContent(OutContent.class, new ResponseContent(terms.of(message.getExchange()), fault) {
            @Override
            SoapHead head() {
                return BackChannel.this.head(message, fault);
            }
        });
    }

    /** Content of a response. */
    private abstract class ResponseContent extends MessageContent {
        private final boolean fault;

        ResponseContent(Terms terms, boolean fault) {
            super(terms, headers, counter);
            this.fault = fault;
        }

        @Override
        final OutgoingMessage beginMessage() {
            return request.beginResponse(fault);
        }

        @Override
        final @Nullable RecordedCopy beginCopy() {
            return recorded == null ? null : recorded.answer(fault);
        }
    }

    @Override
    public void close(Message message) {
        if (message.getContent(OutContent.class) instanceof MessageContent content) {
            message.removeContent(OutContent.class);
            if (content.isStarted()) {
                content.send();
            } else {
                accept(message);
            }
        } else if (MessageUtils.isEmptyPartialResponse(message)) {
            acceptNowOrLater(message);
        }
    }

    private void acceptNowOrLater(Message message) {
        if (in.get(ACCEPTANCE) == Acceptance.LATER) {
            in.put(ACCEPTANCE, Acceptance.DUE);
        } else {
            accept(message);
        }
    }

    /**
     * Sends the acceptance at most once: both CXF and WS-Addressing accept a one-way request with addressing headers.
     */
    private void accept(Message message) {
        Object before = in.put(ACCEPTANCE, Acceptance.SENT);
        if (before == Acceptance.SENT || isUnanswerable()) {
            return;
        }
        int status = before == Acceptance.MISSED ? HttpURLConnection.HTTP_OK : HttpURLConnection.HTTP_ACCEPTED;
        new ResponseContent(terms, false) {
            @Override
            SoapHead head() {
                return Heads.empty(message, status);
            }
        }.send();
    }

    /** Returns whether the request is a one-way message of the session, to which nothing can be sent back. */
    private boolean isUnanswerable() {
        return request.kind() == IncomingMessage.Kind.ONE_WAY;
    }

    private SoapHead head(Message message, boolean fault) {
        transport.accept(message);
        SoapHead head = Heads.ofResponse(message, fault);
        message.put(Message.RESPONSE_CODE, head.status());
        return head;
    }

    @Override
    protected Logger getLogger() {
        return LOG;
    }
}
