package io.parley.transport.stream.endpoint;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.runtime.Contract;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.Streamer;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a side does with the messages of its sessions. If an operation is declared non-blocking, messages of one fragment
 * come on the event loop, where their heads are read; those of other operations go on to a worker from there.
 */
final class Handlers implements MessageHandler {
    private final Streamer streamer;
    private final Map<String, BiFunction<Object, StreamSession, @Nullable Object>> byOperation;
    private final Set<String> nonBlocking;

    Handlers(
            Contract contract,
            Map<String, BiFunction<Object, StreamSession, @Nullable Object>> byOperation,
            Set<String> nonBlocking) {
        this.streamer = contract.streamer();
        this.byOperation = Map.copyOf(byOperation);
        this.nonBlocking = Set.copyOf(nonBlocking);
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
        var handler = byOperation.get(opened.operation());
        if (handler == null) {
            throw new ParleyException(
                    ErrorCode.UNKNOWN_OPERATION,
                    "expected one of the operations that have a handler here, found " + opened.operation());
        }
        boolean request = message.kind() == IncomingMessage.Kind.REQUEST;
        if (request != streamer.hasResponse(opened.operation())) {
            throw new ParleyException(
                    ErrorCode.SCHEMA_VIOLATION,
                    opened.operation() + ": expected " + (request ? "a message without response" : "a request")
                            + ", found the other");
        }
        Object value = opened.value();
        Object answer =
                handler.apply(value, new StreamSession(message.conversation(), streamer, message.isRedelivered()));
        if (request) {
            answer(opened, answer);
        }
        message.close();
    }

    private void answer(Streamer.Opened opened, @Nullable Object answer) {
        if (answer == null) {
            throw new ParleyException(
                    ErrorCode.ENCODING, opened.operation() + ": expected a response, found that the handler has none");
        }
        streamer.answer(opened.message(), opened.operation(), answer);
    }
}
