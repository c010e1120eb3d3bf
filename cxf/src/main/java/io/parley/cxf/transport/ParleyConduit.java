package io.parley.cxf.transport;

import io.parley.Causes;
import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.cxf.carrier.Carrier;
import io.parley.cxf.recorded.RecordedCopy;
import io.parley.cxf.recorded.SessionCopy;
import io.parley.cxf.stax.LostMessage;
import io.parley.cxf.stax.OutContent;
import io.parley.cxf.stax.TypedIn;
import io.parley.negotiation.Agreement;
import io.parley.runtime.Call;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.OutgoingMessage;
import io.parley.soap.SoapHead;
import io.parley.soap.StaticHeaders;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;
import java.util.logging.Logger;
import org.apache.cxf.common.logging.LogUtils;
import org.apache.cxf.endpoint.ClientCallback;
import org.apache.cxf.endpoint.ClientImpl;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.transport.AbstractConduit;
import org.apache.cxf.transport.Conduit;
import org.jspecify.annotations.Nullable;

/**
 * Conduit that sends one call on a session. The response of a synchronous call is awaited and unmarshalled on the
 * caller's thread, a long one while it arrives; that of an asynchronous call, once complete, on the client's executor
 * or the bus's work queue.
 *
 * <p>A one-way operation is sent as a request whose reply accepts it, as over HTTP, so that the caller learns of a
 * fault before dispatch and of a broken session. An expendable message is not answered.
 */
public final class ParleyConduit extends AbstractConduit {
    private static final Logger LOG = LogUtils.getL7dLogger(ParleyConduit.class);

    /**
     * Property with WS-Addressing's receiver of a client's replies. The class that it is named after is in an optional
     * library.
     */
    private static final String DECOUPLED = "org.apache.cxf.ws.addressing.MAPAggregator.decoupledDestination";

    private final Carrier carrier;
    private final Conduit original;
    private final ClientSession session;
    private final Predicate<Message> staysOnSoap;
    private final Resend resend;
    private @Nullable Call call;
    /** End of the call's time, as of {@link System#nanoTime}; of no meaning before it was begun. */
    private long end;
    /** True if the message is expendable, and so not answered. */
    private boolean expendable;
    /** Limits for the response; null if the request sets none stricter than the agreed ones. */
    private @Nullable Limits stricter;

    /** Recording of the request; null if it is not recorded. */
    private @Nullable RecordedCopy recorded;

    /** Repeats a call that failed but was provably not dispatched. */
    @FunctionalInterface
    public interface Resend {
        /**
         * Makes the call another way and stores its outcome in the exchange.
         *
         * @param lost the part of the call already written; null if nothing was written
         * @param end end of the call's time, as of {@link System#nanoTime}
         * @return false if the call must not be made another way
         * @throws ParleyException with the same code if the call should be made another way but cannot
         */
        boolean resend(Message out, ParleyException why, @Nullable OutgoingMessage lost, long end);
    }

    /**
     * Creates a conduit for one call.
     *
     * @param carrier carrier of the original conduit
     * @param original conduit of the call by SOAP
     * @param staysOnSoap called when the chain has prepared the message for sending; returns whether the call is sent
     *     by SOAP after all
     */
    public ParleyConduit(
            Carrier carrier, Conduit original, ClientSession session, Predicate<Message> staysOnSoap, Resend resend) {
        super(original.getTarget());
        this.carrier = carrier;
        this.original = original;
        this.session = session;
        this.staysOnSoap = staysOnSoap;
        this.resend = resend;
        // WS-Addressing passes replies that come to an endpoint of their own to the observer of the call's conduit.
        setMessageObserver(original.getMessageObserver());
    }

    /** Returns the conduit of the call by SOAP. */
    public Conduit original() {
        return original;
    }

    @Override
    public void prepare(Message message) throws IOException {
        if (staysOnSoap.test(message)) {
            message.put(Conduit.class, original);
            original.prepare(message);
            return;
        }
        Agreement agreement = session.conversation().agreement();
        expendable = message.getExchange().isOneWay()
                && agreement.expendable().count() > 0
                && agreement.expendable().number(operation(message)) >= 0;
        stricter = CallLimits.stricter(message, agreement.limits());
        carrier.prepare(message, original);
        Attachments.disableMtom(message);
        message.setContent(OutContent.class, new RequestContent(message));
    }

    /** Content of a request. */
    private final class RequestContent extends MessageContent {
        private final Message message;

        RequestContent(Message message) {
            super(
                    session.terms().of(message.getExchange()),
                    expendable ? unnumbered() : session.headers(),
                    session.counter());
            this.message = message;
        }

        @Override
        SoapHead head() {
            return Heads.ofRequest(message);
        }

        @Override
        OutgoingMessage beginMessage() {
            return expendable
                    ? session.conversation().beginOneWay(operation(message))
                    : ParleyConduit.this.begin(message);
        }

        @Override
        @Nullable
        RecordedCopy beginCopy() {
            recorded = record(message);
            return recorded;
        }

        @Override
        public boolean recover(Message failed, ParleyException why) {
            return ParleyConduit.this.recover(failed, why);
        }
    }

    /** Returns headers for an expendable message, which may neither number nor acknowledge a header block. */
    private StaticHeaders unnumbered() {
        StaticHeaders headers =
                StaticHeaders.begin(session.conversation().agreement().limits());
        headers.sent().stop();
        return headers;
    }

    /** Starts the call; from now on the application may cancel it, even while its request is written. */
    private Call begin(Message message) {
        Duration limit = CallDeadline.left(message, carrier, original);
        end = System.nanoTime() + limit.toNanos();
        Call started = session.conversation().beginCall(operation(message), limit);
        call = started;
        CallBytes bytes = CallBytes.of(message.getExchange());
        if (bytes != null) {
            bytes.count(started);
        }
        ClientCallback callback = message.getExchange().isSynchronous()
                ? null
                : message.getExchange().get(ClientCallback.class);
        if (callback != null) {
            Cancels.onCancel(callback, started::cancel);
        }
        return started;
    }

    private @Nullable RecordedCopy record(Message message) {
        SessionCopy to = session.recorded();
        if (to == null) {
            return null;
        }
        RecordedCopy copy = to.sent();
        copy.operation(operation(message));
        return copy;
    }

    private static String operation(Message message) {
        BindingOperationInfo operation = message.getExchange().getBindingOperationInfo();
        return operation == null ? "" : operation.getName().toString();
    }

    @Override
    public void close(Message message) throws IOException {
        if (message.getContent(OutContent.class) instanceof MessageContent content) {
            message.removeContent(OutContent.class);
            send(message, content);
        }
    }

    private void send(Message message, MessageContent content) throws IOException {
        try {
            content.send();
        } catch (ParleyException e) {
            failed(message, e);
            return;
        }
        if (expendable) {
            accepted(message.getExchange(), in(message, HttpURLConnection.HTTP_ACCEPTED));
            return;
        }
        Call sent = call;
        if (sent == null) {
            throw new IllegalStateException("expected a message that was started before it was sent, found none");
        }
        if (message.getExchange().isSynchronous()) {
            try {
                receive(message, await(sent));
            } catch (ParleyException e) {
                failed(message, e);
            }
        } else {
            new AsyncResponse(message, this).waitFor(sent);
        }
    }

    private static IncomingMessage await(Call call) throws IOException {
        try {
            return call.awaitAsItComes();
        } catch (InterruptedException e) {
            call.cancel();
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException("interrupted while waiting for a response");
            interrupted.initCause(new ParleyException(ErrorCode.CANCELLED, "the calling thread was interrupted", e));
            throw interrupted;
        }
    }

    static ParleyException asParley(@Nullable Throwable failure) {
        Throwable inner = failure == null ? null : Causes.of(failure);
        return inner instanceof ParleyException known
                ? known
                : new ParleyException(ErrorCode.INTERNAL, "the call failed on this side", inner);
    }

    /** Repeats the call if that is safe and wanted, otherwise reports the failure as CXF expects it of a conduit. */
    void failed(Message message, ParleyException why) throws IOException {
        if (why.code() == ErrorCode.CONTEXT_UNAVAILABLE) {
            session.headers().sent().stop();
        }
        try {
            if (why.retry() == ErrorCode.Retry.SAFE && resend.resend(message, why, call, end)) {
                return;
            }
        } catch (ParleyException stuck) {
            throw LostMessage.asIoException(stuck);
        }
        throw LostMessage.asIoException(why);
    }

    /**
     * Handles a call whose chain failed before it was sent. As over SOAP, a lost connection is not a fault of the
     * service.
     */
    private boolean recover(Message message, ParleyException why) {
        ParleyException lost = LostMessage.isBy(why.code()) ? why : null;
        try {
            if (why.retry() == ErrorCode.Retry.SAFE && resend.resend(message, why, call, end)) {
                return true;
            }
        } catch (ParleyException stuck) {
            lost = stuck;
        }
        if (lost != null) {
            message.setContent(Exception.class, new Fault(LostMessage.asIoException(lost)));
        }
        return false;
    }

    /**
     * Runs the response through the client's chain and releases it. If the sender restarted the response while it was
     * being read, the chain has failed; its replacement runs through the chain as if it were the only one.
     */
    void receive(Message out, IncomingMessage response) throws IOException {
        try (response) {
            IncomingMessage replacement = read(out, response);
            if (replacement != null) {
                // Removes the exception of the failed chain, which the client would throw.
                out.getExchange().remove(Exception.class);
                try (replacement) {
                    deliver(out, replacement);
                }
            }
        }
    }

    /** Reads the response; returns the message that replaced it in the meantime, or null. */
    private @Nullable IncomingMessage read(Message out, IncomingMessage response) throws IOException {
        try {
            deliver(out, response);
        } catch (ParleyException e) {
            IncomingMessage replacement = response.renewed();
            if (replacement == null) {
                throw e;
            }
            return replacement;
        }
        return response.renewed();
    }

    private void deliver(Message out, IncomingMessage response) throws IOException {
        restrict(response);
        RecordedCopy copy = recordAnswer(response);
        Exchange exchange = out.getExchange();
        SoapHead head = SoapHead.read(response.source());
        session.headers().sent().acknowledged(head.kept());
        Message in = in(out, head.status());
        Heads.apply(head, in, Map.of());
        carrier.complete(in, original);
        if (head.status() == HttpURLConnection.HTTP_ACCEPTED || isUnread(head, out, response)) {
            accepted(exchange, in);
        } else if (response.source().isAtEnd()) {
            in.put(Message.ENCODING, StandardCharsets.UTF_8.name());
            in.setContent(InputStream.class, InputStream.nullInputStream()); // CXF fails to read it, as over HTTP
            session.responses().run(in);
        } else {
            TypedIn.attach(
                    in,
                    session.terms().numbered(head.representation()),
                    response,
                    session.headers().stored(),
                    copy);
            session.responses().run(in);
            Attachments.keep(head); // the caller reads them after the call
        }
    }

    /** Creates CXF's message for a response, without its content. */
    private Message in(Message out, int status) throws IOException {
        carrier.accept(status, out, original);
        Exchange exchange = out.getExchange();
        Message in = session.responses().message(exchange);
        in.put(Conduit.class, original);
        in.put(Message.RESPONSE_CODE, status);
        exchange.put(Message.RESPONSE_CODE, status);
        return in;
    }

    /**
     * Returns whether the response is ignored because this side's operation is one-way, by the same rules as in CXF's
     * HTTP conduit, which drops its content unless configured to process it.
     */
    private static boolean isUnread(SoapHead head, Message out, IncomingMessage response) {
        return out.getExchange().isOneWay()
                && head.status() < HttpURLConnection.HTTP_MULT_CHOICE
                && (!MessageUtils.getContextualBoolean(out, Message.PROCESS_ONEWAY_RESPONSE, false)
                        || response.source().isAtEnd());
    }

    private void restrict(IncomingMessage response) {
        if (stricter != null) {
            response.source().restrict(stricter);
        }
    }

    private @Nullable RecordedCopy recordAnswer(IncomingMessage response) {
        if (recorded == null) {
            return null;
        }
        RecordedCopy copy = recorded.answer(response.kind() == IncomingMessage.Kind.FAULT);
        response.source().copyTo(copy);
        return copy;
    }

    /**
     * Handles an acceptance like CXF's HTTP conduit handles a 202 without content. If the reply comes elsewhere, its
     * callback is left in the exchange.
     */
    static void accepted(Exchange exchange, Message in) {
        ClientCallback callback = isAnsweredElsewhere(exchange) ? null : exchange.remove(ClientCallback.class);
        if (callback != null) {
            callback.handleResponse(null, null);
        }
        exchange.put("IN_CHAIN_COMPLETE", true);
        synchronized (exchange) { // the lock that the waiting client uses
            if (!Boolean.TRUE.equals(exchange.get(ClientImpl.FINISHED))) {
                exchange.setInMessage(in);
            }
        }
    }

    private static boolean isAnsweredElsewhere(Exchange exchange) {
        Endpoint endpoint = exchange.getEndpoint();
        return endpoint != null && endpoint.getEndpointInfo().getProperty(DECOUPLED) != null;
    }

    @Override
    protected Logger getLogger() {
        return LOG;
    }
}
