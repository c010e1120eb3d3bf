package io.parley.transport.stream.endpoint;

import io.parley.runtime.Contract;
import io.parley.runtime.Streamer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Handlers as they are declared, checked against the contract at once. Not thread-safe. */
final class HandlerSet {
    private final Contract contract;
    private final Streamer streamer;
    private final Map<String, BiFunction<Object, StreamSession, @Nullable Object>> byOperation = new HashMap<>();
    private final Set<String> nonBlocking = new HashSet<>();

    HandlerSet(Contract contract) {
        this.contract = contract;
        this.streamer = contract.streamer();
    }

    <Q> void add(
            String operation,
            boolean response,
            Class<Q> type,
            BiFunction<? super Q, StreamSession, ? extends @Nullable Object> handler) {
        streamer.checkType(operation, type);
        if (streamer.hasResponse(operation) != response) {
            throw new IllegalArgumentException(
                    "operation " + operation + " is declared " + (response ? "without" : "with") + " a response");
        }
        if (byOperation.putIfAbsent(operation, (value, session) -> handler.apply(type.cast(value), session)) != null) {
            throw new IllegalArgumentException("operation " + operation + " has a handler already");
        }
    }

    void nonBlocking(String operation) {
        if (!byOperation.containsKey(operation)) {
            throw new IllegalArgumentException("operation " + operation + " has no handler yet");
        }
        nonBlocking.add(operation);
    }

    Handlers build() {
        return new Handlers(contract, byOperation, nonBlocking);
    }
}
