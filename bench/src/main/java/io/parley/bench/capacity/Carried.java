package io.parley.bench.capacity;

/**
 * How a crowd fared. Times in microseconds.
 *
 * @param bytes content of a call, both ways; 0 of records
 * @param clientUs processor time of the clients' process for a call
 * @param serverUs processor time of the servers' process for a call
 * @param sessionBytes what an idle session takes in the servers' process
 */
record Carried(
        String system,
        String workload,
        int callers,
        int sessions,
        double callsPerSecond,
        long bytes,
        double medianUs,
        double p99Us,
        double clientUs,
        double serverUs,
        double sessionBytes) {
    private static final double MICROS = 1e6;

    /** Calls that a processor of the server carries in a second. */
    double callsOfProcessor() {
        return MICROS / serverUs;
    }

    /** Bytes of content that it carries in a second. */
    double bytesOfProcessor() {
        return bytes * callsOfProcessor();
    }
}
