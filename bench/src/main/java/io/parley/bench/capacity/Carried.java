package io.parley.bench.capacity;

/**
 * Result of a crowd. Times are in microseconds.
 *
 * @param bytes content of a call in both directions; 0 for records
 * @param clientUs processor time of the clients' process per call
 * @param serverUs processor time of the servers' process per call
 * @param sessionBytes memory of an idle session in the servers' process
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

    /** Returns the number of calls per second that one processor of the server can handle. */
    double callsOfProcessor() {
        return MICROS / serverUs;
    }

    /** Returns the number of content bytes per second that one processor of the server can handle. */
    double bytesOfProcessor() {
        return bytes * callsOfProcessor();
    }
}
