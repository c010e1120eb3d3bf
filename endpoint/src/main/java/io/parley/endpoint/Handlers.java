package io.parley.endpoint;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.negotiation.DataTerms;
import io.parley.negotiation.PartNumbering;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.MessageOrder;
import io.parley.soap.SoapVersion;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Handlers of a side without a WSDL. If an operation is declared non-blocking, messages of one fragment are delivered
 * on the event loop, where their heads are read; those of other operations are passed on to a worker. Thread-safe.
 */
public final class Handlers implements MessageHandler {
    private final Contract contract;
    private final Streamer streamer;
    private final Function<Conversation, Streamer> ofSession;
    private final Map<String, BiFunction<Object, EndpointSession, @Nullable Object>> byOperation;
    private final Set<String> nonBlocking;
    private final HandlingOrder order;
    private final Observed observed;
    private final Consumer<byte[]> openingCheck;

    Handlers(
            Contract contract,
            Map<String, BiFunction<Object, EndpointSession, @Nullable Object>> byOperation,
            Set<String> nonBlocking,
            HandlingOrder order,
            Observed observed) {
        this.contract = contract;
        this.streamer = contract.streamer();
        this.ofSession = conversation -> streamer;
        this.byOperation = Map.copyOf(byOperation);
        this.nonBlocking = Set.copyOf(nonBlocking);
        this.order = order;
        this.observed = observed;
        this.openingCheck = terms -> {};
    }

    private Handlers(Handlers all, Function<Conversation, Streamer> ofSession, Consumer<byte[]> openingCheck) {
        this.contract = all.contract;
        this.streamer = all.streamer;
        this.ofSession = ofSession;
        this.byOperation = all.byOperation;
        this.nonBlocking = all.nonBlocking;
        this.order = all.order;
        this.observed = all.observed;
        this.openingCheck = openingCheck;
    }

    /**
     * Returns the same handlers for one session that was negotiated by SOAP.
     *
     * @param agreed the agreement about the data of both sides
     * @param version of messages that this side initiates
     */
    public Handlers negotiated(DataTerms agreed, SoapVersion version) {
        AtomicReference<@Nullable Streamer> made = new AtomicReference<>();
        Function<Conversation, Streamer> once = conversation -> {
            Streamer known = made.get();
            if (known == null) {
                known = contract.streamer(conversation, version);
                made.set(known);
            }
            return known;
        };
        return new Handlers(
                this,
                once,
                terms -> Objects.requireNonNull(PartNumbering.accepting(agreed, contract.description(), terms)));
    }

    @Override
    public void checkOpening(byte[] terms) {
        openingCheck.accept(terms);
    }

    @Override
    public void onMessage(IncomingMessage message) {
        message.onDecoding();
        boolean onLoop = isNonBlocking() && message.isOneFragment();
        Streamer.Opened opened = ofSession.apply(message.conversation()).open(message);
        if (opened == null) {
            return;
        }
        checkExpendable(message, opened.operation());
        if (onLoop && !nonBlocking.contains(opened.operation())) {
            message.onWorker(() -> handle(opened));
        } else {
            handle(opened);
        }
    }

    /** Checks that a message received in a datagram calls the operation that the datagram names, and no other. */
    private void checkExpendable(IncomingMessage message, String operation) {
        String counted = message.expendableOperation();
        if (counted != null && !counted.equals(contract.qualified(operation))) {
            throw new ParleyException(
                    ErrorCode.SCHEMA_VIOLATION, "expected a message of " + counted + " in its datagram, found another");
        }
    }

    @Override
    public boolean isNonBlocking() {
        return !nonBlocking.isEmpty();
    }

    @Override
    public MessageOrder order() {
        return order.of();
    }

    /** Returns true: values are read completely before their handlers are called. */
    @Override
    public boolean readsAsItComes() {
        return true;
    }

    private void handle(Streamer.Opened opened) {
        if (order.hasKeys() && opened.message().kind() == IncomingMessage.Kind.ONE_WAY) {
            handleInOrder(opened);
        } else {
            handle(opened, null);
        }
    }

    private void handleInOrder(Streamer.Opened opened) {
        try {
            Object value = opened.value();
            Object key = order.key(opened.operation(), value);
            opened.message().inOrderOf(key, () -> handle(opened, value));
        } catch (RuntimeException e) {
            fail(opened, e);
        }
    }

    /**
     * Handles a message.
     *
     * @param read the value; null if it is still to be read
     */
    private void handle(Streamer.Opened opened, @Nullable Object read) {
        try {
            work(opened, read);
            opened.message().close();
        } catch (RuntimeException e) {
            fail(opened, e);
        }
    }

    /** Closes a message whose failure was sent to its sender; throws any other failure. */
    private static void fail(Streamer.Opened opened, RuntimeException why) {
        if (!opened.failed(why)) {
            throw why;
        }
        opened.message().close();
    }

    private void work(Streamer.Opened opened, @Nullable Object read) {
        IncomingMessage message = opened.message();
        String operation = opened.operation();
        var handler = handler(operation);
        boolean request = message.kind() == IncomingMessage.Kind.REQUEST;
        boolean answered = streamer.hasResponse(operation);
        if (answered != request && (answered || !opened.canBeTaken())) {
            throw new ParleyException(
                    ErrorCode.SCHEMA_VIOLATION,
                    operation + ": expected " + (request ? "a message without response" : "a request")
                            + ", found the other");
        }
        Object value = read == null ? opened.value() : read;
        message.onHandling();
        Streamer own = ofSession.apply(message.conversation());
        EndpointSession session = new EndpointSession(message, own);
        work(operation, handler, value, session, opened);
    }

    /** Returns the operations that have a handler. */
    public Set<String> operations() {
        return byOperation.keySet();
    }

    /**
     * Handles a value received by SOAP, on this thread.
     *
     * @param redelivered true if the value may have been handled before
     * @return the response; null exactly if the operation has none
     * @throws ParleyException {@code UNKNOWN_OPERATION} if it has no handler, {@code ENCODING} if the handler returns
     *     no response; any other error of the handler
     */
    public @Nullable Object handle(String operation, Object value, boolean redelivered) {
        var handler = handler(operation);
        return work(operation, handler, value, EndpointSession.none(streamer, redelivered), null);
    }

    /**
     * Runs the handler and returns its response, null exactly if the operation has none. Sending the response, or
     * accepting the message, is part of the time that observers see.
     *
     * @param opened the message of the value; null if that was received by SOAP
     */
    private @Nullable Object work(
            String operation,
            BiFunction<Object, EndpointSession, @Nullable Object> handler,
            Object value,
            EndpointSession session,
            Streamer.@Nullable Opened opened) {
        long begun = observed.begin();
        @Nullable ErrorCode failure = ErrorCode.INTERNAL;
        try {
            Object answer = handler.apply(value, session);
            Object response = streamer.hasResponse(operation) ? expected(operation, answer) : null;
            if (opened != null) {
                end(opened, response);
            }
            failure = null;
            return response;
        } catch (ParleyException e) {
            failure = e.code();
            throw e;
        } catch (OperationFault e) {
            ContractElement unused = FaultContent.element(contract.operation(operation), e);
            failure = null;
            throw e;
        } finally {
            observed.ended(operation, opened != null, begun, failure);
        }
    }

    private static void end(Streamer.Opened opened, @Nullable Object response) {
        if (response != null) {
            opened.answer(response);
        } else if (opened.message().kind() == IncomingMessage.Kind.REQUEST) {
            opened.taken();
        }
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
