package io.parley.bench.result;

/**
 * What was measured in one cell.
 *
 * @param suite {@code echo}, {@code send}, {@code receive}, {@code serialize} or {@code deserialize}
 * @param medianUs microseconds
 * @param opsPerS calls per second of all threads together
 * @param allocBytes allocated per call, by client and server
 * @param wireBytes on the wire per call, both ways together, without headers of TCP and IP; where nothing
 *     travels, the encoded bytes
 */
public record CellResult(
        String suite,
        String system,
        String workload,
        int threads,
        double medianUs,
        double p99Us,
        double opsPerS,
        double allocBytes,
        double wireBytes) {

    /** What is measured, without the figures. */
    public Key key() {
        return new Key(suite, system, workload, threads);
    }

    /** Names a cell. */
    public record Key(String suite, String system, String workload, int threads) {}
}
