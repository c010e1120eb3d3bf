package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a side without a WSDL of its own does with the messages that it gets. If an operation is declared non-blocking, messages of one fragment
 * come on the event loop, where their heads are read; those of other operations go on to a worker from there. Thread-safe.
 */
public final class Handlers implements MessageHandler {
    private final Streamer streamer;
    private final Map<String, BiFunction<Object, EndpointSession, @Nullable Object>> byOperation;
    private final Set<String> nonBlocking;
    private final Observed observed;

    Handlers(
            Contract contract,
            Map<String, BiFunction<Object, EndpointSession, @Nullable Object>> byOperation,
            Set<String> nonBlocking,
            Observed observed) {
        this.streamer = contract.streamer();
        this.byOperation = Map.copyOf(byOperation);
        this.nonBlocking = Set.copyOf(nonBlocking);
        this.observed = observed;
    }

    @Override
    public void onMessage(IncomingMessage message) {
        boolean onLoop = isNonBlocking() && message.isOneFragment();
        Streamer.Opened opened = streamer.open(message);
        if (onLoop && !nonBlocking.contains(opened.operation())) {
            message.onWorker(() -> handle(opened));
        } else {
            handle(opened);
        }
    }

    @Override
    public boolean isNonBlocking() {
        return !nonBlocking.isEmpty();
    }

    /** A value is whole before its handler sees it. */
    @Override
    public boolean readsAsItComes() {
        return true;
    }

    private void handle(Streamer.Opened opened) {
        IncomingMessage message = opened.message();
        var handler = handler(opened.operation());
        boolean request = message.kind() == IncomingMessage.Kind.REQUEST;
        if (request != streamer.hasResponse(opened.operation())) {
            throw new ParleyException(
                    ErrorCode.SCHEMA_VIOLATION,
                    opened.operation() + ": expected " + (request ? "a message without response" : "a request")
                            + ", found the other");
        }
        Object value = opened.value();
        EndpointSession session = new EndpointSession(message.conversation(), streamer, message.isRedelivered());
        observed.handle(opened.operation(), true, () -> {
            Object answer = handler.apply(value, session);
            if (request) {
                streamer.answer(message, opened.operation(), expected(opened.operation(), answer));
            }
            return answer;
        });
        message.close();
    }

    /** The operations that have one. */
    public Set<String> operations() {
        return byOperation.keySet();
    }

    /**
     * Handles a value that came by SOAP, on this thread.
     *
     * @return what to answer; null exactly if the operation has no response
     * @throws ParleyException {@code UNKNOWN_OPERATION} if it has no handler, {@code ENCODING} if that has no response;
     *     whatever else the handler throws
     */
    public @Nullable Object handle(String operation, Object value) {
        var handler = handler(operation);
        return observed.handle(operation, false, () -> {
            Object answer = handler.apply(value, EndpointSession.none(streamer));
            return streamer.hasResponse(operation) ? expected(operation, answer) : null;
        });
    }

    private BiFunction<Object, EndpointSession, @Nullable Object> handler(String operation) {
        var handler = byOperation.get(operation);
        if (handler == null) {
            throw new ParleyException(
                    ErrorCode.UNKNOWN_OPERATION,
                    "expected one of the operations that have a handler here, found " + operation);
        }
        return handler;
    }

    private static Object expected(String operation, @Nullable Object answer) {
        if (answer == null) {
            throw new ParleyException(
                    ErrorCode.ENCODING, operation + ": expected a response, found that the handler has none");
        }
        return answer;
    }
}
