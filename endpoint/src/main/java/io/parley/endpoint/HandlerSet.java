package io.parley.endpoint;

import io.parley.runtime.MessageOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Builder of {@link Handlers}, which checks each declaration against the contract. Not thread-safe. */
public final class HandlerSet {
    private final Contract contract;
    private final Streamer streamer;
    private final Map<String, BiFunction<Object, EndpointSession, @Nullable Object>> byOperation = new HashMap<>();
    private final Set<String> nonBlocking = new HashSet<>();
    private final Map<String, Function<Object, @Nullable Object>> keys = new HashMap<>();
    private final List<CallObserver> observers = new ArrayList<>();
    private MessageOrder order = MessageOrder.SESSION;

    public HandlerSet(Contract contract) {
        this.contract = contract;
        this.streamer = contract.streamer();
    }

    /**
     * Adds a handler.
     *
     * @param response true if the operation must have a response, which the handler returns
     * @throws IllegalArgumentException if the operation differs in that or in its class, or has a handler already
     */
    public <Q> void add(
            String operation,
            boolean response,
            Class<Q> type,
            BiFunction<? super Q, EndpointSession, ? extends @Nullable Object> handler) {
        streamer.checkType(operation, type);
        if (streamer.hasResponse(operation) != response) {
            throw new IllegalArgumentException(
                    "operation " + operation + " is declared " + (response ? "without" : "with") + " a response");
        }
        if (byOperation.putIfAbsent(operation, (value, session) -> handler.apply(type.cast(value), session)) != null) {
            throw new IllegalArgumentException("operation " + operation + " has a handler already");
        }
    }

    /** Declares that an operation's handler is quick and never blocks. */
    public void nonBlocking(String operation) {
        if (!byOperation.containsKey(operation)) {
            throw new IllegalArgumentException("operation " + operation + " has no handler yet");
        }
        nonBlocking.add(operation);
    }

    /** Sets the order in which messages without a response are handled. */
    public void order(MessageOrder value) {
        order = value;
    }

    /**
     * Sets the function for the key of an operation's messages; those with equal keys are handled one after the other.
     *
     * @throws IllegalArgumentException if the operation has a response, or is of another class
     */
    public <Q> void orderBy(String operation, Class<Q> type, Function<? super Q, ?> key) {
        streamer.checkType(operation, type);
        if (streamer.hasResponse(operation)) {
            throw new IllegalArgumentException("operation " + operation + " is declared with a response");
        }
        keys.put(operation, value -> key.apply(type.cast(value)));
    }

    /** Adds an observer of handled messages. */
    public void observer(CallObserver observer) {
        observers.add(observer);
    }

    /** Returns the handlers declared so far; later declarations do not affect them. */
    public Handlers build() {
        return new Handlers(
                contract, byOperation, nonBlocking, new HandlingOrder(order, keys), new Observed(observers));
    }
}
