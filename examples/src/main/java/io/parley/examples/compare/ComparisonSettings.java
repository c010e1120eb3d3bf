package io.parley.examples.compare;

import io.parley.Limits;
import java.util.List;

/**
 * Settings of a comparison.
 *
 * @param location a WSDL: a file or a URL
 * @param operations maximum number of operations per port
 * @param calls calls of each operation by each transport
 * @param seed seed of all random values
 * @param channel channel of the stream: {@code stream} or {@code http}
 * @param limits limits for the documents of the contract
 */
public record ComparisonSettings(String location, int operations, int calls, long seed, String channel, Limits limits) {
    /** Channels that the stand-in of a service supports. */
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
