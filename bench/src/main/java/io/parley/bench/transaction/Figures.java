package io.parley.bench.transaction;

/** Names of the figures of one transaction in results: times in microseconds, allocation in bytes. */
public final class Figures {
    /** Time from the call to its return, including the application's own deserialization. */
    public static final String TRANSACTION = "transaction_us";
    /** Time from the request's arrival until the response was handed to the transport. */
    public static final String SERVER_RESPONSE = "server_response_us";
    /** Time from the arrival of the response's first bytes until the object was ready. */
    public static final String CLIENT_RESPONSE = "client_response_us";
    /** Time to generate the payload. */
    public static final String GENERATION = "generation_us";
    /** Time to serialize the payload, in the application or in the layers below it. */
    public static final String SERIALIZATION = "serialization_us";
    /** Time to deserialize the payload, in the application or in the layers below it. */
    public static final String DESERIALIZATION = "deserialization_us";

    /** Size of the payload as XML, in 1,000,000 bytes. */
    public static final String MEGABYTES = "mb";
    /** Has the value 1 if the broker wrote the messages to its disk. */
    public static final String PERSISTENT = "persistent";

    public static final String SERVER_CPU = "server_cpu_us";
    public static final String CLIENT_CPU = "client_cpu_us";
    public static final String SERVER_ALLOCATION = "server_alloc_bytes";
    public static final String CLIENT_ALLOCATION = "client_alloc_bytes";
    public static final String SERVER_PAUSES = "server_gc_us";
    public static final String CLIENT_PAUSES = "client_gc_us";

    private Figures() {}

    /** Returns whether a figure is an amount of a process, whose mean counts; otherwise it is a time. */
    static boolean isAmount(String name) {
        return name.matches("(server|client)_(cpu|alloc|gc)_.*");
    }
}
