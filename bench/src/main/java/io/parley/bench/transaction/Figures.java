package io.parley.bench.transaction;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What one transaction took, by name: times in microseconds, allocation in bytes. The names are those of the results.
 *
 * @param values by name
 */
public record Figures(Map<String, Double> values) {
    /** From the call to its return, the application's own deserialization included. */
    public static final String TRANSACTION = "transaction_us";
    /** From the request's arrival until the answer was handed to the transport. */
    public static final String SERVER_RESPONSE = "server_response_us";
    /** From the first of the answer until the object was ready. */
    public static final String CLIENT_RESPONSE = "client_response_us";
    /** Making the payload. */
    public static final String GENERATION = "generation_us";
    /** Making bytes of it, by the application or by what is below it. */
    public static final String SERIALIZATION = "serialization_us";
    /** Making an object of the bytes, likewise. */
    public static final String DESERIALIZATION = "deserialization_us";

    /** The payload as XML, in 1,000,000 bytes. */
    public static final String MEGABYTES = "mb";
    /** 1 if the broker wrote the messages to its disk. */
    public static final String PERSISTENT = "persistent";

    public static final String SERVER_CPU = "server_cpu_us";
    public static final String CLIENT_CPU = "client_cpu_us";
    public static final String SERVER_ALLOCATION = "server_alloc_bytes";
    public static final String CLIENT_ALLOCATION = "client_alloc_bytes";
    public static final String SERVER_PAUSES = "server_gc_us";
    public static final String CLIENT_PAUSES = "client_gc_us";

    public Figures {
        values = Map.copyOf(values);
    }

    double get(String name) {
        return values.getOrDefault(name, 0.0);
    }

    /** As one line, for another JVM. */
    String line() {
        return new TreeMap<>(values)
                .entrySet().stream()
                        .map(value -> value.getKey() + "=" + value.getValue())
                        .collect(Collectors.joining(" "));
    }

    static Figures of(String line) {
        return new Figures(Arrays.stream(line.split(" "))
                .map(value -> value.split("=", 2))
                .collect(Collectors.toMap(value -> value[0], value -> Double.valueOf(value[1]))));
    }
}
