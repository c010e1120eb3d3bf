package io.parley.examples.compare;

import io.parley.Limits;
import java.util.List;

/**
 * What is compared.
 *
 * @param location a WSDL: a file or an address
 * @param operations of each port, at most
 * @param calls of each operation by each way
 * @param seed of all random values
 * @param channel what the stream goes by: {@code stream} or {@code http}
 * @param limits for the documents of the contract
 */
public record ComparisonSettings(String location, int operations, int calls, long seed, String channel, Limits limits) {
    /** The channels that the stand-in of a service can be reached by. */
    public static final List<String> CHANNELS = List.of("stream", "http");

    public ComparisonSettings {
        atLeastOne(operations, "operations");
        atLeastOne(calls, "calls");
        if (!CHANNELS.contains(channel)) {
            throw new IllegalArgumentException("expected one of " + CHANNELS + " as channel, found " + channel);
        }
    }

    private static void atLeastOne(int value, String name) {
        if (value < 1) {
            throw new IllegalArgumentException("expected at least 1 of " + name + ", found " + value);
        }
    }
}
