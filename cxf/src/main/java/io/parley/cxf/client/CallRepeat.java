package io.parley.cxf.client;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.cxf.transport.CallDeadline;
import io.parley.cxf.transport.ParleyConduit;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.peer.Attempts;
import io.parley.runtime.Conversation;
import io.parley.runtime.OutgoingMessage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ClientCallback;
import org.apache.cxf.endpoint.ClientImpl;
import org.apache.cxf.endpoint.Retryable;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.workqueue.OneShotAsyncExecutor;
import org.jspecify.annotations.Nullable;

/**
 * Repeats a call that was provably not dispatched on its session: by SOAP, in mode {@code always} on another session,
 * or on the session again if only its header blocks were not understood. Invokes the client with the original
 * parameters and copies the result to the first exchange.
 */
final class CallRepeat implements ParleyConduit.Resend {
    /** Property in the request context of a call that must be sent by SOAP; the value is its {@link CallStatus}. */
    static final String PROPERTY = "io.parley.cxf.by-soap";

    /** Property in the request context of a call that is repeated with its header blocks inline. */
    private static final String INLINE = "io.parley.cxf.inline-headers";

    /** Property in the request context of a call that is repeated on another session: its {@link Attempts}. */
    private static final String ATTEMPTS = "io.parley.cxf.attempts";

    private final Mode mode;
    private final BiConsumer<FallbackReason, String> report;
    private final Conversation session;
    private final @Nullable BindingOperationInfo operation;
    private final Object[] parameters;
    /**
     * Names and values of the request context, alternating. A flat array is cheaper than a map, which only the rare
     * repeated call needs.
     */
    private final Object[] context;

    /**
     * Records the parameters and the request context of a call before interceptors change them.
     *
     * @param report counts and logs that the call falls back to SOAP
     */
    CallRepeat(Message call, Mode mode, BiConsumer<FallbackReason, String> report, Conversation session) {
        this.mode = mode;
        this.report = report;
        this.session = session;
        this.operation = call.getExchange().getBindingOperationInfo();
        List<?> content = call.getContent(List.class);
        this.parameters = content == null ? new Object[0] : content.toArray();
        Map<String, Object> invocation = CastUtils.cast((Map<?, ?>) call.get(Message.INVOCATION_CONTEXT));
        Map<String, Object> request =
                invocation == null ? null : CastUtils.cast((Map<?, ?>) invocation.get(Client.REQUEST_CONTEXT));
        this.context = request == null ? new Object[0] : flat(request);
    }

    private static Object[] flat(Map<String, Object> context) {
        Object[] flat = new Object[2 * context.size()];
        int used = 0;
        for (Map.Entry<String, Object> each : context.entrySet()) {
            flat[used++] = each.getKey();
            flat[used++] = each.getValue();
        }
        return flat;
    }

    private Map<String, Object> requestContext() {
        Map<String, Object> copy = new HashMap<>();
        for (int i = 0; i < context.length; i += 2) {
            copy.put((String) context[i], context[i + 1]);
        }
        return copy;
    }

    /** Returns the attempts of a call so far. */
    static Attempts attempts(Message call) {
        return call.get(ATTEMPTS) instanceof Attempts made ? made : new Attempts();
    }

    @Override
    public boolean resend(Message out, ParleyException why, @Nullable OutgoingMessage lost, long end) {
        Exchange exchange = out.getExchange();
        Retryable client = exchange.get(Retryable.class);
        Map<String, Object> requestContext = requestContext();
        boolean inline = why.code() == ErrorCode.CONTEXT_UNAVAILABLE && !requestContext.containsKey(INLINE);
        if (operation == null || client == null) {
            return false;
        }
        Attempts attempts = attempts(out);
        boolean elsewhere = mode == Mode.ALWAYS && !inline;
        if (elsewhere && !attempts.another(why, session)) {
            return false;
        }
        if (lost != null) {
            checkRepeatable(lost, why);
        }
        if (inline) {
            // The session no longer sends header numbers, so the call may be repeated on it (docs/protocol/framing.md
            // 5.4).
            requestContext.put(INLINE, true);
        } else if (elsewhere) {
            requestContext.put(ATTEMPTS, attempts);
            CallDeadline.set(requestContext, end);
        } else {
            FallbackReason reason = FallbackReason.of(why.code());
            String detail = String.valueOf(why.getMessage());
            report.accept(reason, detail);
            requestContext.put(PROPERTY, new CallStatus(Optional.of(reason), detail));
        }
        Map<String, Object> invocation = new HashMap<>();
        invocation.put(Client.REQUEST_CONTEXT, requestContext);
        ClientCallback callback = exchange.remove(ClientCallback.class);
        if (callback == null || !(client instanceof Client async)) {
            invoke(client, exchange, invocation);
        } else if (elsewhere) {
            // It may wait for a negotiation, for which the threads of responses are too few.
            OneShotAsyncExecutor.getInstance().execute(() -> invoke(async, callback, exchange, invocation));
        } else {
            invoke(async, callback, exchange, invocation);
        }
        return true;
    }

    /**
     * Checks that a lost message can be written again. JAXB would silently write nothing for an exhausted data handler.
     *
     * @throws ParleyException if it cannot
     */
    private static void checkRepeatable(OutgoingMessage lost, ParleyException why) {
        lost.unrepeatable().ifPresent(place -> {
            throw new ParleyException(
                    why.code(),
                    why.text() + "; the call was not dispatched, and it cannot go by SOAP: " + place
                            + " was read for the stream, and its data source does not give it again from the start;"
                            + " give the call one that does",
                    why);
        });
    }

    private void invoke(Client client, ClientCallback callback, Exchange exchange, Map<String, Object> context) {
        try {
            client.invoke(callback, operation, parameters, context, new ExchangeImpl());
        } catch (Exception e) {
            exchange.put(Exception.class, e);
            if (!callback.isDone()) {
                callback.handleException(context, e);
            }
        }
    }

    private void invoke(Retryable client, Exchange exchange, Map<String, Object> context) {
        Exchange second = new ExchangeImpl();
        try {
            client.invoke(operation, parameters, context, second);
        } catch (Exception e) {
            // ClientImpl throws the exception stored here, so the caller sees the result of the repeated call.
            exchange.put(Exception.class, e);
            return;
        }
        Message in = second.getInMessage();
        if (in != null) {
            exchange.setInMessage(in);
            in.setExchange(second);
        }
        Object code = second.get(Message.RESPONSE_CODE);
        if (code != null) {
            exchange.put(Message.RESPONSE_CODE, code);
        }
        exchange.put(ClientImpl.FINISHED, true);
    }
}
